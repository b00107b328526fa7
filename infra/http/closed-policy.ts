/** Policy of answers that are not documents: they load and run nothing and open in no frame. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Adds the closed policy to an answer without a policy. A document brings its own (app/document.server.ts). */
export function closePolicy(response: Response): Response {
  const { headers } = response
  const isDocument = headers.get('content-type')?.startsWith('text/html')
  // The policy of a 304 would replace the stored answer's.
  if (response.status !== 304 && !isDocument && !headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', CLOSED_POLICY)
  return response
}
