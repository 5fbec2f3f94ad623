/** Small timetables of our own as jTrainGraph writes them: a line with trains of both directions, and a network. */
export const FPL_LINE = `<?xml version="1.0" encoding="UTF-8"?>
<jTrainGraph_timetable version="010" name="Valley" tMin="300" tMax="1500" d="1111111">
 <stations>
  <sta name="Alpha" kml="0.0" kmr="0.0"><track name="1"/></sta>
  <sta name="Beta" kml="4.2" kmr="4.2"/>
  <sta name="Gamma" kml="9.5" kmr="9.5"/>
  <sta name="Delta" kml="14.0" kmr="14.0"/>
 </stations>
 <trains>
  <ti name="P 11" d="1111100" id="1" cm="school" fpl-tfz="V 100">
   <t a="" d="08:00"/><t a="08:06" d="08:07"/><t a="" d="08:15"/><t a="08:22" d=""/>
  </ti>
  <ti name="N 1" d="1111111" id="2">
   <t a="" d=""/><t a="" d="23:50"/><t a="" d=""/><t a="0:20" d=""/>
  </ti>
  <ta name="P 12" d="0000011" id="1">
   <t a="09:30:30" d="" at="1"/><t a="09:20" d="09:22"/><t a="" d="09:05"/><t a="" d=""/>
  </ta>
 </trains>
 <transitions><tra first="1" next="2"/></transitions>
 <vehicles><vehicle name="628"/><vehicle name="218"/></vehicles>
</jTrainGraph_timetable>
`;

export const FPL_NETWORK = `<?xml version="1.0" encoding="UTF-8"?>
<jTrainGraph_timetable version="100" name="Valleys" d="1111111">
 <stations>
  <sta name="Alpha" km="0:0.0" rt="0" fpl-id="1"/>
  <sta name="Beta" km="0:4.2;1:0.0" rt="0;1" fpl-id="2"/>
  <sta name="Gamma" km="0:9.5" rt="0" fpl-id="3"/>
  <sta name="Mill" km="1:3.0" rt="1" fpl-id="4"/>
 </stations>
 <trains>
  <tr name="M 1" d="1000000" id="1">
   <t fpl-id="4" a="" d="07:00"/><t fpl-id="2" a="07:05" d="07:09"/><t fpl-id="1" a="07:15" d=""/>
  </tr>
 </trains>
</jTrainGraph_timetable>
`;
