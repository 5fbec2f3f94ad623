/** A small NeTEx publication of our own: a train on weekdays, one on two dates, a bus, and one of parts. */
export const NETEX = `<?xml version="1.0" encoding="UTF-8"?>
<PublicationDelivery xmlns="http://www.netex.org.uk/netex" version="1.10">
 <dataObjects><CompositeFrame id="c" version="1">
  <FrameDefaults><DefaultLocale><TimeZone>Europe/Oslo</TimeZone></DefaultLocale></FrameDefaults>
  <frames>
   <ServiceCalendarFrame id="sc" version="1">
    <dayTypes><DayType id="N:DayType:week"><properties><PropertyOfDay><DaysOfWeek>Weekdays</DaysOfWeek></PropertyOfDay></properties></DayType></dayTypes>
    <operatingPeriods><OperatingPeriod id="N:OperatingPeriod:march"><FromDate>2026-03-01T00:00:00</FromDate><ToDate>2026-03-31T00:00:00</ToDate></OperatingPeriod></operatingPeriods>
    <operatingDays><OperatingDay id="N:OperatingDay:a"><CalendarDate>2026-03-07</CalendarDate></OperatingDay></operatingDays>
    <dayTypeAssignments>
     <DayTypeAssignment id="1"><OperatingPeriodRef ref="N:OperatingPeriod:march"/><DayTypeRef ref="N:DayType:week"/></DayTypeAssignment>
     <DayTypeAssignment id="2"><Date>2026-03-04</Date><DayTypeRef ref="N:DayType:week"/><isAvailable>false</isAvailable></DayTypeAssignment>
    </dayTypeAssignments>
   </ServiceCalendarFrame>
   <ServiceFrame id="sf" version="1">
    <lines><Line id="N:Line:1"><TransportMode>rail</TransportMode></Line></lines>
    <scheduledStopPoints>
     <ScheduledStopPoint id="N:ScheduledStopPoint:A"><Name>Alpha</Name></ScheduledStopPoint>
     <ScheduledStopPoint id="N:ScheduledStopPoint:B"><Name>Beta</Name></ScheduledStopPoint>
     <ScheduledStopPoint id="N:ScheduledStopPoint:C"><Name>Gamma</Name></ScheduledStopPoint>
    </scheduledStopPoints>
    <journeyPatterns><JourneyPattern id="N:JourneyPattern:1"><pointsInSequence>
     <StopPointInJourneyPattern id="N:P:1" order="1"><ScheduledStopPointRef ref="N:ScheduledStopPoint:A"/></StopPointInJourneyPattern>
     <StopPointInJourneyPattern id="N:P:2" order="2"><ScheduledStopPointRef ref="N:ScheduledStopPoint:B"/></StopPointInJourneyPattern>
     <StopPointInJourneyPattern id="N:P:3" order="3"><ScheduledStopPointRef ref="N:ScheduledStopPoint:C"/></StopPointInJourneyPattern>
    </pointsInSequence></JourneyPattern></journeyPatterns>
   </ServiceFrame>
   <TimetableFrame id="tf" version="1"><vehicleJourneys>
    <ServiceJourney id="N:ServiceJourney:1"><PublicCode>R10</PublicCode><LineRef ref="N:Line:1"/><JourneyPatternRef ref="N:JourneyPattern:1"/>
     <dayTypes><DayTypeRef ref="N:DayType:week"/></dayTypes>
     <passingTimes>
      <TimetabledPassingTime><StopPointInJourneyPatternRef ref="N:P:1"/><DepartureTime>23:50:00</DepartureTime></TimetabledPassingTime>
      <TimetabledPassingTime><StopPointInJourneyPatternRef ref="N:P:2"/><ArrivalTime>23:58:00</ArrivalTime><DepartureTime>00:01:00</DepartureTime><DepartureDayOffset>1</DepartureDayOffset></TimetabledPassingTime>
      <TimetabledPassingTime><StopPointInJourneyPatternRef ref="N:gone"/><ArrivalTime>00:20:00</ArrivalTime><ArrivalDayOffset>1</ArrivalDayOffset></TimetabledPassingTime>
     </passingTimes></ServiceJourney>
    <ServiceJourney id="N:ServiceJourney:2"><TransportMode>rail</TransportMode><PrivateCode>41</PrivateCode>
     <parts>
      <JourneyPart id="1"><FromStopPointRef ref="N:ScheduledStopPoint:A"/><ToStopPointRef ref="N:ScheduledStopPoint:B"/><StartTime>08:00:00</StartTime><EndTime>08:10:00</EndTime></JourneyPart>
      <JourneyPart id="2"><FromStopPointRef ref="N:ScheduledStopPoint:B"/><ToStopPointRef ref="N:ScheduledStopPoint:C"/><StartTime>08:12:00</StartTime><EndTime>08:30:00</EndTime></JourneyPart>
     </parts></ServiceJourney>
    <ServiceJourney id="N:ServiceJourney:3"><TransportMode>bus</TransportMode></ServiceJourney>
    <DatedServiceJourney id="N:D:1"><ServiceJourneyRef ref="N:ServiceJourney:2"/><OperatingDayRef ref="N:OperatingDay:a"/></DatedServiceJourney>
    <DatedServiceJourney id="N:D:2"><ServiceJourneyRef ref="N:ServiceJourney:2"/><OperatingDayRef ref="N:OperatingDay:a"/><ServiceAlteration>cancellation</ServiceAlteration></DatedServiceJourney>
   </vehicleJourneys></TimetableFrame>
  </frames>
 </CompositeFrame></dataObjects>
</PublicationDelivery>
`;
