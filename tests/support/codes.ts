import { randomBytes } from 'node:crypto'
import type { AdminCode } from '#domain/codes/admin-code.ts'
import type { Api } from './api.ts'

/** A code as the owner's form sends it: ten percent for everyone, without limits. */
export const codeInput = (more: object = {}) => ({
  code: `K${randomBytes(6).toString('hex').toUpperCase()}`,
  kind: 'percent',
  percent: 10,
  sum_grosze: null,
  valid_from: null,
  valid_to: null,
  least_grosze: 0,
  most_uses: null,
  once_per_person: false,
  email: null,
  active: true,
  ...more,
})

/** The owner's calls about discount codes. */
export function openCodes(api: Api, admin: string) {
  const headers = { Cookie: admin }
  const call = (method: string, path: string, body?: object) =>
    api.call(`/api/admin/codes${path}`, {
      method,
      headers: { ...headers, Origin: api.base, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    call,
    async add(more: object = {}): Promise<AdminCode> {
      const answer = await call('POST', '', codeInput(more))
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      return (await answer.json()) as AdminCode
    },
    async find(id: string): Promise<AdminCode> {
      const all = (await (await call('GET', '')).json()) as AdminCode[]
      const code = all.find((each) => each.id === id)
      if (!code) throw new Error(`there is no code ${id}`)
      return code
    },
    /** The codes for samples, as in the owner's list. */
    ofSamples: async () => (await (await call('GET', '?of=samples')).json()) as AdminCode[],
    check: (code: string, product_ids: string[] = []) => api.post('/api/discount-code', { code, product_ids }),
  }
}
