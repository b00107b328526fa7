import { MAIL_NAMES, previewMails } from '#infra/mails/render-mail.ts'
import { startSandbox } from '#sandbox/start-sandbox.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { testProfile, testShop } from '#tests/support/shop-profile.ts'

const previews = previewMails(testProfile)

test('every mail has previews, whose links do not work', () => {
  expect(new Set(previews.map(({ template }) => template))).toEqual(new Set(MAIL_NAMES.keys()))
  const tokens = previews.flatMap(({ text }) => [...text.matchAll(/#([\w-]{40,})/g)].map(([, token = '']) => token))
  expect(tokens.length).toBeGreaterThan(10)
  for (const token of tokens) {
    expect(testShop.orderLinks.read(token)).toBeNull()
    for (const purpose of ['login-link', 'password-reset', 'email-verification'] as const) {
      expect(testShop.linkTokens.read(purpose, token)).toBeNull()
    }
  }
})

test('the sandbox shows every mail as HTML and text to callers with its token', async ({ onTestFinished }) => {
  const sandbox = await startSandbox({ port: 0, mailPreviews: () => previews })
  onTestFinished(() => sandbox.close())
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, sandbox.mailboxUrl), { headers })
  const token = new URL(sandbox.mailboxUrl).searchParams.get('token')
  const withToken = { Authorization: `Bearer ${token}` }
  const textOf = async (path: string) => {
    const answer = await ask(path, withToken)
    expect(answer.status, path).toBe(200)
    return answer.text()
  }
  for (const path of ['/maile', '/maile/0', '/maile/0/html']) expect((await ask(path)).status).toBe(403)
  const list = await textOf('/maile')
  for (const [number, preview] of previews.entries()) {
    expect(list).toContain(preview.name)
    expect(await textOf(`/maile/${number}`)).toContain(`src="/maile/${number}/html"`)
    expect(await textOf(`/maile/${number}/html`)).toBe(preview.html)
    expect(await textOf(`/maile/${number}?widok=tekst`)).toContain(preview.subject)
  }
  expect((await ask('/maile/0/html', withToken)).headers.get('content-security-policy')).toContain('sandbox')
  for (const path of ['/maile/999', '/maile/x', '/maile/-1/html']) expect((await ask(path, withToken)).status).toBe(404)
  expect(await textOf('/')).toContain('Wzory wiadomości')
})

test('a sandbox without the mails of a shop has no previews', async ({ sandbox }) => {
  const token = new URL(sandbox.mailboxUrl).searchParams.get('token')
  const ask = (path: string) =>
    fetch(new URL(path, sandbox.mailboxUrl), { headers: { Authorization: `Bearer ${token}` } })
  expect((await ask('/maile')).status).toBe(404)
  expect(await (await ask('/')).text()).not.toContain('Wzory wiadomości')
})
