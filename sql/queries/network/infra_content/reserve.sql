-- an id for a content that is about to be made
select reserve_content_id() as id
