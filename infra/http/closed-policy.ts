/** Of everything that is no document: opened on its own it loads nothing, runs nothing and stands in no frame. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Adds the closed policy where there is none and no document, which brings its own (app/document.server.ts). */
export function closePolicy(response: Response): Response {
  const { headers } = response
  const isDocument = headers.get('content-type')?.startsWith('text/html')
  // That of a 304 would take the place of the stored answer's own.
  if (response.status !== 304 && !isDocument && !headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', CLOSED_POLICY)
  return response
}
