/** railML 2 has no word for the zone of times: an attribute of our own says it, as its schema allows. */
export const OWN_NAMESPACE = "https://marey.example/railml";
export const ZONE_ATTRIBUTE = "marey:timeZone";
/** Of a train part: what railML 2 has no words for, as JSON. */
export const FIELDS_ATTRIBUTE = "marey:fields";
