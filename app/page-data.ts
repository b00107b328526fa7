/** What a page's loader read, as it is sent: one text, so that the router need not encode every value of it. */
export type PageData<Value> = {
  json: string
  /** Of the code that reads it: the version of the router's table of routes. */
  build: string
  /** Not sent: what the text was made from, or has been read to. */
  value?: Value
}

/** The same object each time it is asked for the same data. */
export function readPageData<Value>(data: PageData<Value>): Value {
  data.value ??= JSON.parse(data.json) as Value
  return data.value
}
