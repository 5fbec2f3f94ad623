/** Small railML files of our own: one station of every kind of switch, in version 2 and in version 3. */

/** A track of 3 km with a loop beside it, a crossing siding, speeds, slopes, wires and two stations. */
export const RAILML2 = `<?xml version="1.0" encoding="UTF-8"?>
<railml xmlns="https://www.railml.org/schemas/2018" version="2.4">
  <infrastructure id="i">
    <tracks>
      <track id="main" name="1">
        <trackTopology>
          <trackBegin id="mb" pos="0"><bufferStop id="stop_w"/></trackBegin>
          <trackEnd id="me" pos="3000"><openEnd id="open_e"/></trackEnd>
          <connections>
            <switch id="s1" name="W1" pos="1000"><connection id="c1" ref="l1" course="left" orientation="outgoing"/></switch>
            <crossing id="x1" name="K1" pos="1500">
              <connection id="c3" ref="y1" orientation="incoming"/>
              <connection id="c4" ref="z1" orientation="outgoing"/>
            </crossing>
            <switch id="s2" name="W2" pos="2000"><connection id="c2" ref="l2" course="left" orientation="incoming"/></switch>
          </connections>
          <crossSections>
            <crossSection id="cs1" ocpRef="mid" pos="1400"/>
            <crossSection id="cs3" ocpRef="west" pos="200"/>
          </crossSections>
        </trackTopology>
        <trackElements>
          <speedChanges>
            <speedChange id="v1" pos="0" dir="up" vMax="100"/>
            <speedChange id="v2" pos="2500" dir="up" vMax="60"/>
            <speedChange id="v3" pos="3000" dir="down" vMax="80"/>
          </speedChanges>
          <gradientChanges>
            <gradientChange id="g1" pos="0" slope="0"/>
            <gradientChange id="g2" pos="500" slope="-12.5"/>
            <gradientChange id="g3" pos="1200" slope="0"/>
          </gradientChanges>
          <electrificationChanges>
            <electrificationChange id="e1" pos="0" voltage="15000" frequency="16.7"/>
            <electrificationChange id="e2" pos="2800" type="none"/>
          </electrificationChanges>
        </trackElements>
        <ocsElements>
          <signals>
            <signal id="sig1" name="A" pos="950" dir="up" type="main" sight="300"/>
            <signal id="sig2" pos="700" dir="up" type="distant"/>
          </signals>
          <trainDetectionElements><trainDetector id="d1" pos="970"/></trainDetectionElements>
          <balises><balise id="b1" pos="20"/></balises>
        </ocsElements>
      </track>
      <track id="loop" name="2">
        <trackTopology>
          <trackBegin id="lb" pos="10"><connection id="l1" ref="c1"/></trackBegin>
          <trackEnd id="le" pos="1020"><connection id="l2" ref="c2"/></trackEnd>
          <crossSections><crossSection id="cs2" ocpRef="mid" pos="410"/></crossSections>
        </trackTopology>
      </track>
      <track id="south">
        <trackTopology>
          <trackBegin id="sb" pos="0"/>
          <trackEnd id="se" pos="300"><connection id="y1" ref="c3"/></trackEnd>
        </trackTopology>
      </track>
      <track id="north">
        <trackTopology>
          <trackBegin id="nb" pos="0"><connection id="z1" ref="c4"/></trackBegin>
          <trackEnd id="ne" pos="400"><connection id="z2" ref="f1"/></trackEnd>
        </trackTopology>
      </track>
      <track id="far">
        <trackTopology>
          <trackBegin id="fb" pos="0"><connection id="f1" ref="z2"/></trackBegin>
          <trackEnd id="fe" pos="600"/>
        </trackTopology>
      </track>
    </tracks>
    <operationControlPoints>
      <ocp id="mid" name="Mid"><designator register="RL100" entry="MID"/><designator register="UIC" entry="8012345"/></ocp>
      <ocp id="west" name="West" code="WST"/>
    </operationControlPoints>
  </infrastructure>
</railml>
`;

const element = (id: string, length: number, begin?: number): string => `
  <netElement id="${id}" length="${length}">${
    begin === undefined
      ? ""
      : `<associatedPositioningSystem id="${id}_aps">
      <intrinsicCoordinate id="${id}_0" intrinsicCoord="0"><linearCoordinate positioningSystemRef="km" measure="${begin}"/></intrinsicCoordinate>
      <intrinsicCoordinate id="${id}_1" intrinsicCoord="1"><linearCoordinate positioningSystemRef="km" measure="${begin + length}"/></intrinsicCoordinate>
    </associatedPositioningSystem>`
  }</netElement>`;

const relation = (a: string, b: string, navigability = "Both"): string => {
  const [nameA = "", atA] = a.split("/");
  const [nameB = "", atB] = b.split("/");
  return `
  <netRelation id="${nameA}${atA}-${nameB}${atB}" positionOnA="${atA}" positionOnB="${atB}" navigability="${navigability}">
    <elementA ref="${nameA}"/><elementB ref="${nameB}"/></netRelation>`;
};

const spot = (rail: string, pos: number, direction = "both"): string =>
  `<spotLocation netElementRef="${rail}" pos="${pos}" applicationDirection="${direction}"/>`;

const range = (rail: string, begin: number, end: number, direction: string): string =>
  `<linearLocation applicationDirection="${direction}"><associatedNetElement netElementRef="${rail}" keepsOrientation="true" posBegin="${begin}" posEnd="${end}"/></linearLocation>`;

/** The same network; the main track's first piece is two elements of one track. */
export const RAILML3 = `<?xml version="1.0" encoding="UTF-8"?>
<railML xmlns="https://www.railml.org/schemas/3.1" version="3.1">
  <common><electrificationSystems><electrificationSystem id="ac15" voltage="15000" frequency="16.7"/></electrificationSystems></common>
  <infrastructure id="i"><topology>
    <netElements>${[
      element("m0", 400, 0),
      element("m1", 600, 400),
      element("m2", 500, 1000),
      element("m3", 500, 1500),
      element("m4", 1000, 2000),
      element("lo", 1010),
      element("so", 300),
      element("no", 400),
      element("fa", 600),
    ].join("")}
      <netElement id="all"><elementCollectionUnordered id="u">${["m0", "m1", "m2", "m3", "m4"]
        .map((id) => `<elementPart ref="${id}"/>`)
        .join("")}</elementCollectionUnordered></netElement>
    </netElements>
    <netRelations>${[
      relation("m0/1", "m1/0"),
      relation("m1/1", "m2/0"),
      relation("m1/1", "lo/0"),
      relation("m2/0", "lo/0", "None"),
      relation("m2/1", "m3/0"),
      relation("so/1", "no/0"),
      relation("m2/1", "so/1", "None"),
      relation("m3/1", "m4/0"),
      relation("lo/1", "m4/0"),
      relation("no/1", "fa/0"),
    ].join("")}
    </netRelations>
  </topology>
  <functionalInfrastructure>
    <bufferStops><bufferStop id="stop_w">${spot("m0", 0)}</bufferStop></bufferStops>
    <electrificationSections>${[
      ["m0", 400],
      ["m1", 600],
      ["m2", 500],
      ["m3", 500],
      ["m4", 800],
    ]
      .map(
        ([rail, end]) =>
          `<electrificationSection id="w_${rail}"><hasElectrificationSystem ref="ac15"/>${range(String(rail), 0, Number(end), "both")}</electrificationSection>`,
      )
      .join("")}</electrificationSections>
    <gradientCurves>
      <gradientCurve id="g1" gradient="-12.5">${range("m1", 100, 600, "both")}</gradientCurve>
      <gradientCurve id="g2" gradient="-12.5">${range("m2", 0, 200, "both")}</gradientCurve>
    </gradientCurves>
    <operationalPoints>
      <operationalPoint id="mid"><name name="Mid" language="en"/>
        <spotLocation netElementRef="all"><linearCoordinate positioningSystemRef="km" measure="1400"/></spotLocation>${spot("lo", 400)}
        <designator register="RL100" entry="MID"/><designator register="UIC" entry="8012345"/></operationalPoint>
      <operationalPoint id="west"><name name="West" language="en"/>${spot("m0", 200)}<designator register="x" entry="WST"/></operationalPoint>
    </operationalPoints>
    <signalsIS>
      <signalIS id="sig1"><name name="A" language="en"/>${spot("m1", 550, "normal")}<isTrainMovementSignal/></signalIS>
      <signalIS id="sig2">${spot("m0", 300, "normal")}<isSpeedSignal type="announcement"/></signalIS>
    </signalsIS>
    <speeds>
      <speedSection id="v1" maxSpeed="100">${["m0/400", "m1/600", "m2/500", "m3/500", "m4/500"]
        .map((one) => range(one.split("/")[0] ?? "", 0, Number(one.split("/")[1]), "normal"))
        .join("")}</speedSection>
      <speedSection id="v2" maxSpeed="60">${range("m4", 500, 1000, "normal")}</speedSection>
      <speedSection id="v3" maxSpeed="80">${["m0/400", "m1/600", "m2/500", "m3/500", "m4/1000"]
        .map((one) => range(one.split("/")[0] ?? "", 0, Number(one.split("/")[1]), "reverse"))
        .join("")}</speedSection>
    </speeds>
    <switchesIS>
      <switchIS id="s1" continueCourse="right"><name name="W1" language="en"/><leftBranch netRelationRef="m11-lo0"/><rightBranch netRelationRef="m11-m20"/></switchIS>
      <switchIS id="s2" continueCourse="left"><name name="W2" language="en"/><leftBranch netRelationRef="m31-m40"/><rightBranch netRelationRef="lo1-m40"/></switchIS>
    </switchesIS>
    <tracks>
      <track id="t1"><name name="1" language="en"/><linearLocation>${["m0", "m1", "m2", "m3", "m4"]
        .map((id) => `<associatedNetElement netElementRef="${id}" keepsOrientation="true"/>`)
        .join("")}</linearLocation></track>
      <track id="t2"><name name="2" language="en"/><linearLocation><associatedNetElement netElementRef="lo" keepsOrientation="true"/></linearLocation></track>
    </tracks>
    <trainDetectionElements><trainDetectionElement id="d1">${spot("m1", 570)}</trainDetectionElement></trainDetectionElements>
  </functionalInfrastructure></infrastructure>
</railML>
`;
