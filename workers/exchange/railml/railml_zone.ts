/** railML 2 has no word for the zone of times: an attribute of our own says it, as its schema allows. */
export const OWN_NAMESPACE = "https://marey.example/railml";
export const ZONE_ATTRIBUTE = "marey:timeZone";
