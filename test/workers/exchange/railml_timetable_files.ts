/** A small timetable of our own: a night train of two parts, on three days of five. */

export const RAILML_TIMETABLE = `<?xml version="1.0"?>
<railml version="2.5" xmlns="https://www.railml.org/schemas/2021">
 <infrastructure id="i"><operationControlPoints>
  <ocp id="o1" code="A" name="Alpha"/><ocp id="o2" name="Beta"><designator register="X" entry="B"/></ocp><ocp id="o3"/>
 </operationControlPoints></infrastructure>
 <rollingstock id="r"><formations><formation id="f1" name="Fast 200"/></formations></rollingstock>
 <timetable id="t">
  <timetablePeriods><timetablePeriod id="year" startDate="2026-03-01" endDate="2026-03-05"/></timetablePeriods>
  <operatingPeriods><operatingPeriod id="op" timetablePeriodRef="year" bitMask="01011"/></operatingPeriods>
  <categories><category id="c" code="NIGHT_TRAIN"/></categories>
  <trainParts>
   <trainPart id="p1" categoryRef="c"><formationTT formationRef="f1"/><operatingPeriodRef ref="op"/><ocpsTT>
    <ocpTT ocpRef="o1" ocpType="stop"><times scope="scheduled" departure="23:50:00"/></ocpTT>
    <ocpTT ocpRef="o2" ocpType="stop" trackInfo="2"><times scope="scheduled" arrival="23:58:00" departure="00:01:00" departureDay="1"/></ocpTT>
   </ocpsTT></trainPart>
   <trainPart id="p2"><ocpsTT>
    <ocpTT ocpRef="o2" ocpType="stop"><times scope="scheduled" departure="00:01:00" departureDay="1"/></ocpTT>
    <ocpTT ocpRef="o3" ocpType="pass"><times scope="scheduled" departure="00:05:30" departureDay="1"/></ocpTT>
    <ocpTT ocpRef="o1" ocpType="stop"><times scope="scheduled" arrival="00:20:00" arrivalDay="1"/></ocpTT>
   </ocpsTT></trainPart>
  </trainParts>
  <trains><train id="t1" type="operational" trainNumber="8601">
   <trainPartSequence sequence="2"><trainPartRef ref="p2"/></trainPartSequence>
   <trainPartSequence sequence="1"><trainPartRef ref="p1"/></trainPartSequence>
  </train></trains>
 </timetable>
</railml>
`;

/** The same train in version 3.2 and, with its times below stops, as 3.3 has them. */
export const RAILML3_TIMETABLE = `<?xml version="1.0"?>
<railML version="3.2" xmlns="https://www.railml.org/schemas/3.2">
 <infrastructure id="i"><functionalInfrastructure><operationalPoints>
  <operationalPoint id="o1"><name name="Alpha" language="en"/><designator register="X" entry="A"/></operationalPoint>
  <operationalPoint id="o2"><name name="Beta" language="en"/><designator register="X" entry="B"/></operationalPoint>
  <operationalPoint id="o3"/>
 </operationalPoints></functionalInfrastructure></infrastructure>
 <rollingstock><formations><formation id="f1"><name name="Fast 200" language="en"/></formation></formations></rollingstock>
 <timetable>
  <validities><validity id="v"><period startDate="2026-03-01" endDate="2026-03-05" bitMask="01011"/></validity></validities>
  <baseItineraries>
   <baseItinerary id="b1">
    <baseItineraryPoint id="p1" sequenceNumber="1" locationRef="o1">
     <times scope="commercial"><departure time="23:51:00"/></times><times scope="operational"><departure time="23:50:00"/></times>
     <stop/><formationInformation formationRef="f1"/></baseItineraryPoint>
    <baseItineraryPoint id="p2" sequenceNumber="2" locationRef="o2">
     <stop><times scope="operational"><arrival time="23:58:00"/><departure time="00:01:00" dayOffset="1"/></times></stop></baseItineraryPoint>
   </baseItinerary>
   <baseItinerary id="b2">
    <baseItineraryPoint id="p4" sequenceNumber="2" locationRef="o3"><times scope="operational"><departure time="00:05:30" dayOffset="1"/></times></baseItineraryPoint>
    <baseItineraryPoint id="p3" sequenceNumber="1" locationRef="o2"><times scope="operational"><departure time="00:01:00" dayOffset="1"/></times></baseItineraryPoint>
    <baseItineraryPoint id="p5" sequenceNumber="3" locationRef="o1"><times scope="operational"><arrival time="00:20:00" dayOffset="1"/></times><stop/></baseItineraryPoint>
   </baseItinerary>
  </baseItineraries>
  <itineraries><itinerary id="it"><range sequenceNumber="2" baseItineraryRef="b2" start="p3"/><range sequenceNumber="1" baseItineraryRef="b1"/></itinerary></itineraries>
  <operationalTrains><operationalTrain id="t"><designator register="number" entry="8601"/>
   <operationalTrainVariant id="tv" validityRef="v" itineraryRef="it"/></operationalTrain></operationalTrains>
 </timetable>
</railML>
`;
