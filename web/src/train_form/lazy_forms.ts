/** The forms; their code is loaded when one of them is opened. */
import { whenLoaded } from "../parts/loaded.tsx";

export const TrainForm = whenLoaded(() => import("./train_form.tsx"), "TrainForm");
export const ServicePanel = whenLoaded(() => import("./service_panel.tsx"), "ServicePanel");
export const NewTrain = whenLoaded(() => import("./train_form.tsx"), "NewTrain");
export const VariantFields = whenLoaded(() => import("./variant_act.tsx"), "VariantFields");
