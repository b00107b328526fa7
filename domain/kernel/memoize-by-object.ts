/**
 * Wraps a function so that it computes the value of an object once, and returns the same value for as long as the
 * object lives.
 */
export function memoizeByObject<Key extends object, Value extends object | string | number>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const made = new WeakMap<Key, Value>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}
