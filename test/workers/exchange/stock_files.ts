/** Rolling stocks as the exchange takes them: the example of the API, and small files of railML 2 and 3. */
import { ROLLING_STOCK_EXAMPLE } from "../../../src/vehicles/rolling_stock/rolling_stock.schemas.ts";
import type { StockForm } from "../../../workers/exchange/stocks/stock_form.ts";

export const EXAMPLE_STOCKS = [ROLLING_STOCK_EXAMPLE] as unknown as readonly StockForm[];

export const RAILML2_STOCKS = `<?xml version="1.0"?>
<railml version="2.5"><rollingstock id="rs"><vehicles>
 <vehicle id="loco" speed="160" length="20" bruttoWeight="80"><engine>
  <propulsion id="p" voltage="15000"><tractiveEffort><valueTable xValueName="v" xValueUnit="km/h" yValueName="F" yValueUnit="kN">
   <valueLine xValue="0"><values yValue="300"/></valueLine><valueLine xValue="72"><values yValue="100"/></valueLine>
  </valueTable></tractiveEffort></propulsion></engine></vehicle>
 <vehicle id="coach" speed="140" length="26.4" bruttoWeight="50"/>
 </vehicles><formations><formation id="f" name="Train 1">
  <trainOrder><vehicleRef orderNumber="1" vehicleRef="loco" vehicleCount="2"/><vehicleRef orderNumber="2" vehicleRef="coach" vehicleCount="4"/></trainOrder>
  <trainBrakes maxDeceleration="0.9"/>
 </formation></formations></rollingstock></railml>`;

export const RAILML3_STOCKS = `<rail3:railML xmlns:rail3="https://www.railml.org/schemas/3.3" version="3.3"><rail3:rollingstock><rail3:vehicles>
 <rail3:vehicle id="dmu" speed="90" tareWeight="40" length="25" rotatingMassFactor="1.1"><rail3:engine>
  <rail3:powerMode mode="diesel" isPrimaryMode="true"><rail3:tractionData><rail3:info maxTractiveEffort="40000" tractivePower="250000"/></rail3:tractionData></rail3:powerMode>
 </rail3:engine><rail3:brakes><rail3:vehicleBrakes meanDeceleration="0.7"/></rail3:brakes></rail3:vehicle>
 <rail3:vehicle id="wagon" speed="90" tareWeight="20" length="14"/>
</rail3:vehicles></rail3:rollingstock></rail3:railML>`;
