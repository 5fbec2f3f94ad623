/** Operations that edit networks. */
type Operation = Record<string, unknown>;

export function create(railjson: unknown, obj_type = "Detector"): Operation {
  return { operation_type: "CREATE", obj_type, railjson };
}

export function remove(obj_id: string, obj_type = "Detector"): Operation {
  return { operation_type: "DELETE", obj_type, obj_id };
}

export function replace(obj_type: string, obj_id: string, path: string, value: unknown): Operation {
  const railjson_patch = [{ op: "replace", path, value }];
  return { operation_type: "UPDATE", obj_type, obj_id, railjson_patch };
}
