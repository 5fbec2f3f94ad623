-- removes contents that edits have left behind $1 seconds ago, and their rows
select prune_contents($1::double precision)
