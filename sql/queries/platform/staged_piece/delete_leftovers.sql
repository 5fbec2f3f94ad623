-- deletes what requests of stopped servers left behind: pieces older than a request may take
delete from staged_piece where created < now() - make_interval(secs => $1::double precision)
