/** Parameters that Google appends to the return address: a code, or an error. */
export type GoogleAnswer = { code: string; state: string }

/**
 * Chooses an account on the page of the sandbox's Google, as a browser does.
 * @param url the address that the shop led to
 * @param email of the account; empty: the person cancels
 */
export async function chooseAtGoogle(url: string, email: string): Promise<URL> {
  const shown = await fetch(url)
  if (!shown.ok) throw new Error(`Google: ${shown.status} ${await shown.text()}`)
  const request = [...(await shown.text()).matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const form = new URLSearchParams(request.map(([, name = '', value = '']) => [name, decodeMarkup(value)]))
  form.set('email', email)
  const chosen = await fetch(new URL('/google/wybor', url), { method: 'POST', body: form, redirect: 'manual' })
  return new URL(chosen.headers.get('location') ?? 'about:blank')
}

/** The code and the state in Google's redirect. */
export function readAnswer({ searchParams }: URL): GoogleAnswer {
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
}

function decodeMarkup(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")
}
