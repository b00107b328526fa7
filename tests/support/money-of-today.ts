import { expect } from 'vitest'
import type { Api } from './api.ts'

/** The owner's view of today's money, and refunds made like the job's. */
export function openMoneyOfToday(api: Api, admin: string) {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw' }).format(new Date())
  const fileOf = async (path: string) => {
    const answer = await api.get(`/api/admin/exports/${path}`, { Cookie: admin })
    return new TextDecoder()
      .decode(await answer.arrayBuffer())
      .split('\r\n')
      .map((line) => line.split(';'))
  }
  /** Takings and figures of today, in grosze, which agree. */
  async function readToday() {
    const [head = [], line = []] = await fileOf(`takings?from=${today}&to=${today}`)
    const of = (name: string) => Math.round(100 * Number(line[head.indexOf(name)]?.replace(',', '.')))
    const file = {
      sold: of('Opłacone z góry (zł)') + of('Za pobraniem (zł)') + of('Poza sklepem (zł)'),
      undone: of('Cofnięta sprzedaż (zł)'),
      returned: of('Zwroty (zł)'),
    }
    expect(of('Zostaje (zł)')).toBe(file.sold - file.undone - file.returned)
    const figures = await (await api.get('/api/admin/figures?unit=day', { Cookie: admin })).json()
    const { sold_grosze, undone_grosze, refunded_grosze } = figures.periods.at(-1)
    expect({ sold: sold_grosze, undone: undone_grosze, returned: refunded_grosze }).toEqual(file)
    return file
  }
  /** The change of today's money by an act. */
  async function changeOf(deed: () => Promise<unknown>) {
    const before = await readToday()
    await deed()
    const after = await readToday()
    return {
      sold: after.sold - before.sold,
      undone: after.undone - before.undone,
      returned: after.returned - before.returned,
    }
  }
  const refundedInFile = async (orderId: string) => {
    const [head = [], line = []] = await fileOf(`orders?search=${orderId.slice(0, 8)}`)
    return line[head.indexOf('Zwrócono (zł)')]
  }

  return { fileOf, readToday, changeOf, refundedInFile }
}
