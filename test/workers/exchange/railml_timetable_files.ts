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
