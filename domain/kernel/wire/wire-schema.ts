/**
 * Every schema is created by this function, so that the bundler drops schemas that a page does not use. Files of
 * `domain` also run on the first visit, which must not load a schema library: this file stays without it.
 */
// @__NO_SIDE_EFFECTS__
export function defineSchema<S>(create: () => S): S {
  return create()
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Whether the text is a UUID. The database refuses a query with an id of another form. */
export const isUuid = (text: string): boolean => UUID.test(text)
