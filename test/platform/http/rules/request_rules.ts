/** Requests that are refused for what they name or are, not for a form's fields; rule_table.ts says how to read them. */
export const REQUEST_RULES = String.raw`
request: a body is JSON | POST /infra | 400 request:InvalidJson |  | raw {"name":
request: a body's media type is JSON | POST /infra | 415 request:UnsupportedMediaType |  | raw name=x | {"content-type":"application/x-www-form-urlencoded"}
request: a route exists | GET /trains | 404 request:NotFound
request: a route has its methods | DELETE /light_rolling_stock | 405 request:MethodNotAllowed
infra: ~ of an unknown infrastructure | ~ | 404 infra:NotFound | {"infra_id":999999999} | ~ GET /infra/999999999; DELETE /infra/999999999; POST /infra/999999999/clone?name=x; POST /infra/999999999/lock; POST /infra/999999999/unlock; POST /infra/999999999/load; GET /infra/999999999/railjson; GET /infra/999999999/errors; GET /infra/999999999/speed_limit_tags; GET /infra/999999999/voltages; GET /infra/999999999/switch_types; GET /infra/999999999/lines/7/bbox; GET /infra/999999999/lines/7/operational_points
infra: PUT /infra/{id} of an unknown infrastructure | PUT /infra/999999999 | 404 infra:NotFound | {"infra_id":999999999} | {"name":"x"}
infra: POST /infra/{id}/objects/Signal of an unknown infrastructure | POST /infra/999999999/objects/Signal | 404 infra:NotFound | {"infra_id":999999999} | ["s.left"]
objects: the type is one | POST /infra/{infra}/objects/Signals | 400 request:InvalidPathParameter |  | ["s.left"]
objects: ids are a list | POST /infra/{infra}/objects/Signal | 422 request:InvalidBody | {"path":""} | {"ids":[]}
objects: an id is a text | POST /infra/{infra}/objects/Signal | 422 request:InvalidBody | {"path":"/1"} | ["s.left",1]
objects: an id is not blank | POST /infra/{infra}/objects/Signal | 422 request:InvalidBody | {"path":"/0"} | [""]
objects: ids are given once | POST /infra/{infra}/objects/Signal | 400 infra:objects:DuplicateIdsProvided |  | ["s.left","s.left"]
objects: all exist, in their type | POST /infra/{infra}/objects/Signal | 400 infra:objects:ObjectIdNotFound | {"object_id":"A"} | ["s.left","A","B"]
objects: at most 10,000 | POST /infra/{infra}/objects/Signal | 422 request:TooManyItems | {"count":10001,"count_max":10000} | ["x"]*10001
line: the network has it | GET /infra/{infra}/lines/7/bbox | 400 infra:lines:LineNotFound | {"line_code":7}
line: points of one that the network has | GET /infra/{infra}/lines/7/operational_points | 400 infra:lines:LineNotFound | {"line_code":7}
line: a code has 32 bits | GET /infra/{infra}/lines/2147483648/bbox | 400 request:InvalidPathParameter
infra: a name is required | POST /infra | 422 request:InvalidBody | {"path":"/name"} | {}
infra: a name is not blank | POST /infra | 422 request:InvalidBody | {"path":"/name"} | {"name":""}
infra: unknown keys are refused | POST /infra | 422 request:InvalidBody | {"path":"/colour"} | {"name":"x","colour":"red"}
infra: a clone has a name | POST /infra/{infra}/clone | 400 request:InvalidQuery
infra: an import has a name | POST /infra/railjson | 400 request:InvalidQuery |  | {}
infra: generate_data is a boolean | POST /infra/railjson?name=x&generate_data=maybe | 400 request:InvalidQuery |  | {}
infra: an import is JSON | POST /infra/railjson?name=x | 400 request:InvalidJson |  | raw {
infra: an import has all twelve keys | POST /infra/railjson?name=x | 422 request:InvalidBody |  | {"version":"3.4.12"}
infra: an import is of the supported version | POST /infra/railjson?name=x | 400 infra:railjson:WrongRailjsonVersionProvided |  | {"version":"3.0.0"}
infra errors: a page has at most 100 rows | GET /infra/{infra}/errors?page_size=101 | 400 pagination:InvalidPageSize | {"provided_page_size":101,"max_page_size":100}
infra errors: a level is warnings, errors or all | GET /infra/{infra}/errors?level=info | 400 request:InvalidQuery
infra errors: an error type is a known one | GET /infra/{infra}/errors?error_type=ugly | 400 infra:errors:WrongErrorTypeProvided
rolling stock: base_power_class is not empty | POST /rolling_stock | 400 rollingstocks:BasePowerClassEmpty |  | @stock /base_power_class ""
rolling stock: names are unique | POST /rolling_stock | 400 rollingstocks:NameAlreadyUsed | {"name":"stock"} | @stock /name "stock"
rolling stock: names are unique on changes too | PATCH /rolling_stock/{stock} | 400 rollingstocks:NameAlreadyUsed | {"name":"locked stock"} | @stock /name "locked stock"
rolling stock: a change is a complete form | PATCH /rolling_stock/{stock} | 422 request:InvalidBody |  | {"name":"x"}
rolling stock: a change follows the form's rules | PATCH /rolling_stock/{stock} | 400 ValidationError | {"length":["must be above 0"]} | @stock /length 0
rolling stock: a locked one can't be changed | PATCH /rolling_stock/{locked_stock} | 409 rollingstocks:IsLocked |  | @stock
rolling stock: a locked one can't be deleted | DELETE /rolling_stock/{locked_stock} | 409 rollingstocks:IsLocked
rolling stock: a locked one can't be deleted by force | DELETE /rolling_stock/{locked_stock}?force=true | 409 rollingstocks:IsLocked
rolling stock: If-Match must match | PATCH /rolling_stock/{stock} | 412 request:PreconditionFailed |  | @stock /name "stock" | {"if-match":"\"999\""}
rolling stock: GET of an unknown id | GET /rolling_stock/999999999 | 404 rollingstocks:KeyNotFound | {"rolling_stock_key":{"type":"Id","key":999999999}}
rolling stock: PATCH of an unknown id | PATCH /rolling_stock/999999999 | 404 rollingstocks:KeyNotFound | {"rolling_stock_key":{"type":"Id","key":999999999}} | @stock
rolling stock: DELETE of an unknown id | DELETE /rolling_stock/999999999 | 404 rollingstocks:KeyNotFound | {"rolling_stock_key":{"type":"Id","key":999999999}}
rolling stock: a name that is not there | GET /rolling_stock/name/nobody | 404 rollingstocks:KeyNotFound | {"rolling_stock_key":{"type":"Name","key":"nobody"}}
light rolling stock: an id that is not there | GET /light_rolling_stock/999999999 | 404 rollingstocks:KeyNotFound | {"rolling_stock_key":{"type":"Id","key":999999999}}
light rolling stock: a name that is not there | GET /light_rolling_stock/name/nobody | 404 rollingstocks:KeyNotFound | {"rolling_stock_key":{"type":"Name","key":"nobody"}}
rolling stock: locked must be told to lock | PATCH /rolling_stock/{stock}/locked | 422 request:InvalidBody | {"path":"/locked"} | {}
rolling stock: lock of an unknown id | PATCH /rolling_stock/999999999/locked | 404 rollingstocks:KeyNotFound |  | {"locked":true}
rolling stock: locked in the query is a boolean | POST /rolling_stock?locked=maybe | 400 request:InvalidQuery |  | @stock
rolling stock: usage of an unknown id | GET /rolling_stock/999999999/usage | 404 rollingstocks:KeyNotFound | {"rolling_stock_key":{"type":"Id","key":999999999}}
rolling stock: force is true or false | DELETE /rolling_stock/{stock}?force=yes | 400 request:InvalidQuery
rolling stock: a new one's collection exists | POST /rolling_stock?rolling_stock_collection_id=999999999 | 404 rolling_stock_collection:NotFound | {"rolling_stock_collection_id":999999999} | @stock
rolling stock: the collection that one moves to exists | PATCH /rolling_stock/{stock}?rolling_stock_collection_id=999999999 | 404 rolling_stock_collection:NotFound | {"rolling_stock_collection_id":999999999} | @stock /name "stock"
rolling stock: a collection's id is an integer | POST /rolling_stock?rolling_stock_collection_id=first | 400 request:InvalidQuery |  | @stock
rolling stock collection: GET of an unknown id | GET /rolling_stock_collection/999999999 | 404 rolling_stock_collection:NotFound | {"rolling_stock_collection_id":999999999}
rolling stock collection: PATCH of an unknown id | PATCH /rolling_stock_collection/999999999 | 404 rolling_stock_collection:NotFound | {"rolling_stock_collection_id":999999999} | @collection
rolling stock collection: DELETE of an unknown id | DELETE /rolling_stock_collection/999999999 | 404 rolling_stock_collection:NotFound | {"rolling_stock_collection_id":999999999}
rolling stock collection: its stocks exist | POST /rolling_stock_collection | 404 rollingstocks:KeyNotFound | {"rolling_stock_key":{"type":"Id","key":999999999}} | @collection /rolling_stock_ids ["{stock}",999999999]
page of ~: at most 50 rows | GET ~?page_size=51 | 400 pagination:InvalidPageSize | {"provided_page_size":51,"max_page_size":50} | ~ /towed_rolling_stock
page of ~: at most 1000 rows | GET ~?page_size=1001 | 400 pagination:InvalidPageSize | {"provided_page_size":1001,"max_page_size":1000} | ~ /work_schedules; /temporary_speed_limit_group; /timetable; /infra; /light_rolling_stock
page of ~: at most 200 rows | GET ~?page_size=201 | 400 pagination:InvalidPageSize | {"provided_page_size":201,"max_page_size":200} | ~ /timetable/{timetable}/train_schedules
page of ~: at least one row | GET ~?page_size=0 | 400 pagination:InvalidPageSize | {"provided_page_size":0} | ~ @pages
page of ~: pages start at 1 | GET ~?page=0 | 400 pagination:InvalidPage | {"provided_page":0} | ~ @pages
page of ~: a page is a number | GET ~?page=two | 400 pagination:InvalidPage | {"provided_page":"two"} | ~ @pages
page of ~: a page is told once | GET ~?page=1&page=2 | 400 pagination:InvalidPage | {"provided_page":"1, 2"} | ~ @pages
page of ~: a number of rows is told once | GET ~?page_size=3&page_size=3 | 400 pagination:InvalidPageSize | {"provided_page_size":"3, 3"} | ~ @pages
towed rolling stock: a name is used once | POST /towed_rolling_stock | 400 towedrollingstocks:NameAlreadyUsed | {"name":"wagon"} | @towed_stock /name "wagon"
towed rolling stock: PATCH to a name that is used | PATCH /towed_rolling_stock/{towed} | 400 towedrollingstocks:NameAlreadyUsed | {"name":"locked wagon"} | @towed_stock /name "locked wagon"
towed rolling stock: PATCH of a locked one | PATCH /towed_rolling_stock/{locked_towed} | 409 towedrollingstocks:IsLocked |  | @towed_stock /name "locked wagon"
towed rolling stock: PATCH of another version | PATCH /towed_rolling_stock/{towed} | 412 request:PreconditionFailed | {"current":0} | @towed_stock /name "wagon" | {"if-match":"\"7\""}
towed rolling stock: GET /towed_rolling_stock/ of an unknown one | GET /towed_rolling_stock/999999999 | 404 towedrollingstocks:IdNotFound | {"towed_rolling_stock_id":999999999}
towed rolling stock: PATCH /towed_rolling_stock/ of an unknown one | PATCH /towed_rolling_stock/999999999 | 404 towedrollingstocks:IdNotFound | {"towed_rolling_stock_id":999999999} | @towed_stock
towed rolling stock: PATCH /towed_rolling_stock//locked of an unknown one | PATCH /towed_rolling_stock/999999999/locked | 404 towedrollingstocks:IdNotFound | {"towed_rolling_stock_id":999999999} | {"locked":true}
electrical profile set: a name is required | POST /electrical_profile_set | 400 request:InvalidQuery |  | @profile_set
electrical profile set: GET of an unknown one | GET /electrical_profile_set/999999999 | 404 electrical_profiles:NotFound | {"electrical_profile_set_id":999999999}
electrical profile set: GET/level_order of an unknown one | GET /electrical_profile_set/999999999/level_order | 404 electrical_profiles:NotFound | {"electrical_profile_set_id":999999999}
electrical profile set: DELETE of an unknown one | DELETE /electrical_profile_set/999999999 | 404 electrical_profiles:NotFound | {"electrical_profile_set_id":999999999}
work schedules: a name is used once | POST /work_schedules | 400 work_schedule:NameAlreadyUsed | {"name":"works"} | @works /work_schedule_group_name "works"
work_schedule: ~ of an unknown group | ~999999999 | 404 work_schedule:GroupNotFound | {"work_schedule_group_id":999999999} | ~ GET /work_schedules/; DELETE /work_schedules/; GET /timetable/{timetable}/conflicts?infra={infra}&work_schedule_group_id=
work_schedule: POST /work_schedules/project_path of an unknown group | POST /work_schedules/project_path | 404 work_schedule:GroupNotFound | {"work_schedule_group_id":999999999} | {"work_schedule_group_id":999999999,"path_track_ranges":[{"track_section":"A","begin":0,"end":1,"direction":"START_TO_STOP"}]}
work schedules: a path to project on has a range | POST /work_schedules/project_path | 422 request:InvalidBody | {"path":"/path_track_ranges"} | {"work_schedule_group_id":999999999,"path_track_ranges":[]}
temporary_speed_limit: ~ of an unknown group | ~999999999 | 404 temporary_speed_limit:GroupNotFound | {"group_id":999999999} | ~ GET /train_schedule/{train}/simulation?infra={infra}&temporary_speed_limit_group_id=; GET /train_schedule/simulations_summary?ids={train}&infra={infra}&temporary_speed_limit_group_id=; GET /paced_train/{paced_train}/simulation?infra={infra}&temporary_speed_limit_group_id=; GET /paced_train/simulations_summary?ids={paced_train}&infra={infra}&temporary_speed_limit_group_id=; GET /timetable/{timetable}/conflicts?infra={infra}&temporary_speed_limit_group_id=; GET /temporary_speed_limit_group/; DELETE /temporary_speed_limit_group/
temporary_speed_limit: ~ of an unknown group | ~ | 404 temporary_speed_limit:GroupNotFound | {"group_id":999999999} | {"infra_id":"{infra}","ids":[],"temporary_speed_limit_group_id":999999999} | ~ POST /train_schedule/simulations_summary; POST /paced_train/simulations_summary; POST /paced_train/simulation_summary
temporary_speed_limit: POST /v/train_schedule/project_path of an unknown group | POST /v2/train_schedule/project_path | 404 temporary_speed_limit:GroupNotFound | {"group_id":999999999} | {"infra_id":"{infra}","ids":[],"temporary_speed_limit_group_id":999999999,"track_section_ranges":[{"track_section":"A","begin":0,"end":1,"direction":"START_TO_STOP"}]}
temporary_speed_limit: POST /train_schedule/project_path?infra={infra}&temporary_speed_limit_group_id= of an unknown group | POST /train_schedule/project_path?infra={infra}&temporary_speed_limit_group_id=999999999 | 404 temporary_speed_limit:GroupNotFound | {"group_id":999999999} | {"track_section_ranges":[{"track_section":"A","begin":0,"end":1,"direction":"START_TO_STOP"}]}
temporary_speed_limit: POST /paced_train/project_path of an unknown group | POST /paced_train/project_path | 404 temporary_speed_limit:GroupNotFound | {"group_id":999999999} | {"infra_id":"{infra}","ids":[],"temporary_speed_limit_group_id":999999999,"track_section_ranges":[{"track_section":"A","begin":0,"end":1,"direction":"START_TO_STOP"}]}
temporary speed limits: a name is used once | POST /temporary_speed_limit_group | 400 temporary_speed_limit:NameAlreadyUsed | {"name":"limits"} | @limits /speed_limit_group_name "limits"
timetable: PUT of an unknown one | PUT /timetable/999999999 | 404 timetable:NotFound | {"timetable_id":999999999} | {}
timetable: PUT takes an object | PUT /timetable/{timetable} | 422 request:InvalidBody |  | []
timetable: an import has the version of the format | POST /timetable/{timetable}/import | 422 request:InvalidBody | {"path":"/version"} | {"train_schedules":[]}
timetable: an import has a known version of the format | POST /timetable/{timetable}/import | 422 request:InvalidBody | {"path":"/version"} | {"version":"1"}
timetable: an import has no other keys | POST /timetable/{timetable}/import | 422 request:InvalidBody | {"path":"/trains"} | {"version":1,"trains":[]}
timetable: an import has a list of trains | POST /timetable/{timetable}/import | 422 request:InvalidBody | {"path":"/train_schedules"} | {"version":1,"train_schedules":{}}
timetable: an import has a list of paced trains | POST /timetable/{timetable}/import | 422 request:InvalidBody | {"path":"/paced_trains"} | {"version":1,"paced_trains":null}
timetable: an import is a document | POST /timetable/{timetable}/import | 422 request:InvalidBody | {"path":""} | []
timetable: import into an unknown one | POST /timetable/999999999/import | 404 timetable:NotFound | {"timetable_id":999999999} | {"version":1}
timetable: a document is JSON | GET /timetable/{timetable}/export?format=xml | 400 request:InvalidQuery | {"parameter":"format"}
timetable: DELETE of an unknown one | DELETE /timetable/999999999 | 404 timetable:NotFound | {"timetable_id":999999999}
timetable: trains of an unknown one | GET /timetable/999999999/train_schedules | 404 timetable:NotFound | {"timetable_id":999999999}
~1: a page has a row | GET ~2?page_size=0 | 400 pagination:InvalidPageSize | ~ @records
~1: a page has at most 1000 rows | GET ~2?page_size=1001 | 400 pagination:InvalidPageSize | ~ @records
~1: pages start at 1 | GET ~2?page=0 | 400 pagination:InvalidPage | ~ @records
~1: a list has a known order | GET ~2?ordering=name | 400 request:InvalidQuery | ~ @records
~1: an id is a number | GET ~2/x | 400 request:InvalidPathParameter | ~ @records
~1: If-Match is one tag | PATCH ~2/{~1} | 400 request:InvalidHeader |  | {} | {"if-match":"W/\"1\""} | ~ @records
~1: If-Match is the record's revision | PATCH ~2/{~1} | 412 request:PreconditionFailed |  | {"name":"x"} | {"if-match":"\"99\""} | ~ @records
~1: GET of an unknown one | GET ~2/999999999 | 404 ~1:NotFound | {"~1_id":999999999} | ~ @records
~1: PATCH of an unknown one | PATCH ~2/999999999 | 404 ~1:NotFound | {"~1_id":999999999} | {} | ~ @records
~1: DELETE of an unknown one | DELETE ~2/999999999 | 404 ~1:NotFound | {"~1_id":999999999} | ~ @records
project: an image exists | POST /projects | 400 project:ImageNotFound | {"document_key":999999999} | @project /image 999999999
project: an image is a document | PATCH /projects/{project} | 400 project:ImageNotFound |  | {"image":"{timetable}"}
study: it starts before it is expected to end | PATCH /projects/{project}/studies/{study} | 400 study:StartDateAfterEndDate |  | {"start_date":"2024-01-02","expected_end_date":"2024-01-01"}
study: it is in the project of the path | GET /projects/{other_project}/studies/{study} | 404 study:NotFound
study: the project of the path exists | GET /projects/999999999/studies/{study} | 404 project:NotFound | {"project_id":999999999}
scenario: its infra exists | POST /projects/{project}/studies/{study}/scenarios | 404 scenario:InfraNotFound | {"infra_id":999999999} | @scenario /infra_id 999999999
scenario: its timetable exists | POST /projects/{project}/studies/{study}/scenarios | 404 scenario:TimetableNotFound | {"timetable_id":999999999} | @scenario /timetable_id 999999999
scenario: its timetable has no other scenario | POST /projects/{project}/studies/{study}/scenarios | 409 scenario:TimetableAlreadyUsed |  | @scenario /timetable_id "{scenario_timetable}"
scenario: it is in the study of the path | DELETE /projects/{project}/studies/{other_study}/scenarios/{scenario} | 404 scenario:NotFound
document: nothing is no image | POST /documents | 415 request:UnsupportedMediaType
document: text is no image | POST /documents | 415 request:UnsupportedMediaType |  | {}
document: GET of an unknown one | GET /documents/999999999 | 404 document:NotFound
document: DELETE of an unknown one | DELETE /documents/999999999 | 404 document:NotFound
train creation: the body is an array | POST /timetable/{timetable}/train_schedules | 422 request:InvalidBody |  | @train
train creation: the fault of a later train is told by its index | POST /timetable/{timetable}/train_schedules | 422 request:InvalidBody | {"path":"/1/comfort"} | [@train, @train /comfort 3
train creation: the timetable exists | POST /timetable/999999999/train_schedules | 404 timetable:NotFound | {"timetable_id":999999999} | [@train
train replacement: the timetable can't change | PUT /train_schedule/{train} | 400 train_schedule:TimetableImmutable |  | @train /timetable_id 999999999
train replacement: the train exists | PUT /train_schedule/999999999 | 404 train_schedule:NotFound | {"train_schedule_id":999999999} | @train
train replacement: If-Match must match | PUT /train_schedule/{train} | 412 request:PreconditionFailed |  | @train | {"if-match":"\"999\""}
train read: the train exists | GET /train_schedule/999999999 | 404 train_schedule:NotFound | {"train_schedule_id":999999999}
train read: the id is an integer | GET /train_schedule/x1 | 400 request:InvalidPathParameter
train deletion: every id exists | DELETE /train_schedule | 404 train_schedule:BatchTrainScheduleNotFound | {"number":2} | {"ids":[999999999,999999998]}
train deletion: ids are integers | DELETE /train_schedule | 422 request:InvalidBody | {"path":"/ids/0"} | {"ids":["1"]}
train deletion: ids are required | DELETE /train_schedule | 422 request:InvalidBody | {"path":"/ids"} | {}
paced train creation: the body is an array | POST /timetable/{timetable}/paced_trains | 422 request:InvalidBody |  | @paced_train
paced train creation: it stands for at most 10,000 trains | POST /timetable/{timetable}/paced_trains | 422 request:TooManyItems | {"count":10001,"count_max":10000,"index":0} | [@paced_train /paced {"time_window":"PT9998S","interval":"PT1S"}
paced train creation: a window of a hundred years has too many milliseconds | POST /timetable/{timetable}/paced_trains | 422 request:TooManyItems |  | [@paced_train /paced {"time_window":"P36500D","interval":"PT0.001S"}
paced train replacement: it stands for at most 10,000 trains | PUT /paced_train/{paced_train} | 422 request:TooManyItems | {"count":10001,"count_max":10000} | @paced_train /paced {"time_window":"PT9998S","interval":"PT1S"}
paced train creation: the timetable exists | POST /timetable/999999999/paced_trains | 404 timetable:NotFound | {"timetable_id":999999999} | [@paced_train
paced train list: the timetable exists | GET /timetable/999999999/paced_trains | 404 timetable:NotFound | {"timetable_id":999999999}
paced train list: a page has at most 200 | GET /timetable/{timetable}/paced_trains?page_size=201 | 400 pagination:InvalidPageSize | {"provided_page_size":201,"max_page_size":200}
paced train replacement: the timetable can't change | PUT /paced_train/{paced_train} | 400 paced_train:TimetableImmutable |  | @paced_train /timetable_id 999999999
paced train replacement: it exists | PUT /paced_train/999999999 | 404 paced_train:NotFound | {"paced_train_id":999999999} | @paced_train
paced train replacement: a train schedule is no paced train | PUT /paced_train/{train} | 404 paced_train:NotFound |  | @paced_train
paced train replacement: If-Match must match | PUT /paced_train/{paced_train} | 412 request:PreconditionFailed |  | @paced_train | {"if-match":"\"999\""}
paced train read: it exists | GET /paced_train/999999999 | 404 paced_train:NotFound | {"paced_train_id":999999999}
paced train read: the id is an integer | GET /paced_train/x1 | 400 request:InvalidPathParameter
DELETE /paced_trains: every id exists | DELETE /paced_trains | 404 paced_train:BatchNotFound | {"count":2} | {"ids":[999999999,999999998]}
DELETE /paced_trains: ids are required | DELETE /paced_trains | 422 request:InvalidBody | {"path":"/ids"} | {}
DELETE /paced_train: every id exists | DELETE /paced_train | 404 paced_train:BatchNotFound | {"count":2} | {"ids":[999999999,999999998]}
DELETE /paced_train: ids are required | DELETE /paced_train | 422 request:InvalidBody | {"path":"/ids"} | {}
sub-category creation: the code is new | POST /sub_category | 409 sub_category:CodeAlreadyUsed | {"code":"RER"} | @sub_category
sub-category replacement: the code can't change | PUT /sub_category/RER | 400 sub_category:CodeImmutable | {"code":"RER"} | @sub_category /code "T"
sub-category replacement: it exists | PUT /sub_category/none | 404 sub_category:NotFound | {"code":"none"} | @sub_category /code -
sub-category replacement: If-Match must match | PUT /sub_category/RER | 412 request:PreconditionFailed |  | @sub_category | {"if-match":"\"999\""}
sub-category deletion: it exists | DELETE /sub_category/none | 404 sub_category:NotFound | {"code":"none"}
sub-category deletion: a code holds no NUL | DELETE /sub_category/a%00b | 400 request:InvalidPathParameter
pathfinding: the infrastructure exists | POST /infra/999999999/pathfinding/blocks | 404 pathfinding:InfraNotFound | {"infra_id":999999999} | @pathfinding
pathfinding on tracks: items are required | POST /infra/{infra}/pathfinding/topo | 422 request:InvalidBody | {"path":"/path_items"} | @pathfinding /path_items -
pathfinding on tracks: the infrastructure exists | POST /infra/999999999/pathfinding/topo | 404 pathfinding:InfraNotFound | {"infra_id":999999999} | @pathfinding
track paths: number=~ is no number of paths | POST /infra/{infra}/pathfinding?number=~ | 400 infra:pathfinding:InvalidNumberOfPaths | {"max_number":5} | @track_paths | ~ ; 0; -1; 1.5; two; 1&number=2
track paths: number=6 is no number of paths | POST /infra/{infra}/pathfinding?number=6 | 400 infra:pathfinding:InvalidNumberOfPaths | {"max_number":5,"path_number":6} | @track_paths
track paths: starting is on a track: {"track":"nowhere","position":0} | POST /infra/{infra}/pathfinding | 400 infra:pathfinding:StartingTrackLocationNotFound | {"track":"nowhere","position":0} | @track_paths /starting {"track":"nowhere","position":0}
track paths: starting is on a track: {"track":"A","position":1e+300} | POST /infra/{infra}/pathfinding | 400 infra:pathfinding:StartingTrackLocationNotFound | {"track":"A","position":1e+300} | @track_paths /starting/position 1e+300
track paths: ending is on a track: {"track":"nowhere","position":0} | POST /infra/{infra}/pathfinding | 400 infra:pathfinding:EndingTrackLocationNotFound | {"track":"nowhere","position":0} | @track_paths /ending {"track":"nowhere","position":0}
track paths: ending is on a track: {"track":"B","position":1000.001} | POST /infra/{infra}/pathfinding | 400 infra:pathfinding:EndingTrackLocationNotFound | {"track":"B","position":1000.001} | @track_paths /ending/position 1000.001
track paths: the infrastructure exists | POST /infra/999999999/pathfinding | 404 infra:NotFound | {"infra_id":999999999} | @track_paths
path properties: a property that does not exist | POST /infra/{infra}/path_properties?props[]=colours | 400 request:InvalidQuery |  | @ranges
path properties: a track that does not exist | POST /infra/{infra}/path_properties?props[]=slopes | 400 path_properties:TrackNotFound |  | @ranges /track_section_ranges/0/track_section "no such track"
path properties: the infrastructure exists | POST /infra/999999999/path_properties?props[]=slopes | 404 infra:NotFound | {"infra_id":999999999} | @ranges
train path: the infrastructure is required | GET /train_schedule/{train}/path | 400 request:InvalidQuery
train path: the infrastructure exists | GET /train_schedule/{train}/path?infra_id=999999999 | 404 train_schedule:InfraNotFound | {"infra_id":999999999}
train path: the train exists | GET /train_schedule/999999999/path?infra={infra} | 404 train_schedule:NotFound | {"train_schedule_id":999999999}
simulation: the infrastructure is required | GET /train_schedule/{train}/simulation | 400 request:InvalidQuery
simulation: the infrastructure exists | GET /train_schedule/{train}/simulation?infra_id=999999999 | 404 train_schedule:InfraNotFound | {"infra_id":999999999}
simulation: the train exists | GET /train_schedule/999999999/simulation?infra={infra} | 404 train_schedule:NotFound | {"train_schedule_id":999999999}
simulation: the electrical profile set exists | GET /train_schedule/{train}/simulation?infra={infra}&electrical_profile_set_id=999999999 | 404 electrical_profiles:NotFound | {"electrical_profile_set_id":999999999}
summary: the infrastructure is required | GET /train_schedule/simulations_summary?ids[]={train} | 400 request:InvalidQuery
summary: the infrastructure exists | GET /train_schedule/simulations_summary?infra=999999999&ids[]={train} | 404 train_schedule:InfraNotFound | {"infra_id":999999999}
summary: every train exists | GET /train_schedule/simulations_summary?infra={infra}&ids[]={train}&ids[]=999999999 | 404 train_schedule:BatchTrainScheduleNotFound | {"number":1}
summary: ids are integers | GET /train_schedule/simulations_summary?infra={infra}&ids[]=one | 400 request:InvalidQuery
summary: at most 1,000 trains | POST /train_schedule/simulations_summary | 422 request:TooManyItems |  | @empty /infra_id 1 & /ids [1..1001]
summary by body: the infrastructure is required | POST /train_schedule/simulations_summary | 422 request:InvalidBody | {"path":"/infra_id"} | {"ids":[]}
summary by body: the electrical profile set exists | POST /train_schedule/simulations_summary | 404 electrical_profiles:NotFound | {"electrical_profile_set_id":999999999} | {"infra_id":"{infra}","electrical_profile_set_id":999999999,"ids":["{train}"]}
train batch: ids are required | POST /train_schedule | 422 request:InvalidBody | {"path":"/ids"} | {}
train batch: ids are a list | POST /train_schedule | 422 request:InvalidBody | {"path":"/ids"} | {"ids":1}
train batch: ids are positive integers | POST /train_schedule | 422 request:InvalidBody | {"path":"/ids/1"} | {"ids":[1,-2]}
train batch: every train exists | POST /train_schedule | 404 train_schedule:BatchTrainScheduleNotFound | {"number":1} | {"ids":["{train}",999999999]}
train batch: at most 10,000 trains | POST /train_schedule | 422 request:TooManyItems | {"count":10001,"count_max":10000} | @empty /ids [1..10001]
timetable of 2024: it exists | GET /timetable/999999999 | 404 timetable:NotFound | {"timetable_id":999999999}
roles of 2024: POST of undefined | POST /authz/roles/999999999 | 422 request:InvalidBody | {"path":"/roles"} | {}
roles of 2024: POST of "ops" | POST /authz/roles/999999999 | 422 request:InvalidBody | {"path":"/roles"} | {"roles":"ops"}
roles of 2024: DELETE of [1] | DELETE /authz/roles/999999999 | 422 request:InvalidBody | {"path":"/roles/0"} | {"roles":[1]}
refresh: force is a boolean | POST /infra/refresh?force=maybe | 400 request:InvalidQuery
refresh: infrastructures are ids | POST /infra/refresh?infras=small | 400 request:InvalidQuery
refresh: the infrastructures exist | POST /infra/refresh?infras={infra},999999999 | 404 infra:NotFound | {"infra_id":999999999}
search: an object that can be searched | POST /search | 400 search:ObjectType | {"object_type":"train"} | @search /object "train"
search: an expression that is a condition | POST /search | 400 search:SearchEngineError | {"path":"/query"} | @search /query ["name"]
search: page=0 | POST /search?page=0 | 400 pagination:InvalidPage |  | @search
search: page_size=0 | POST /search?page_size=0 | 400 pagination:InvalidPageSize |  | @search
search: page_size=1001 | POST /search?page_size=1001 | 400 pagination:InvalidPageSize |  | @search
`;
