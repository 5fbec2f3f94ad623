/**
 * Lists by key. A list that begins with its first item has room for one, where one that begins empty has room for 17:
 * of a hundred thousand lists most have one or two.
 */
export function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
