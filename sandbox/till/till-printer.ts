import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import type { StandInOptions } from '#sandbox/access.ts'
import { openCollection } from '#sandbox/collection.ts'
import type { HttpEnv } from '#sandbox/faults.ts'
import { formatMoment, page, setPagePolicy } from '#sandbox/page.ts'

/** The rates of the printer, as PosnetServer names them; 100,00 is 'zwolniona'. */
const RATES = ['23,00', '8,00', '5,00', '0,00', '100,00'] as const
const FIRST_NUMBER = 101

const lineSchema = z.strictObject({
  na: z.string().min(1).max(40),
  il: z.int().min(1),
  pr: z.int().min(1),
  vtp: z.enum(RATES),
})
const receiptSchema = z.object({
  lines: z.array(lineSchema).min(1),
  payments: z.array(z.object({ ty: z.int(), wa: z.int(), na: z.string().max(25), re: z.boolean() })).length(1),
  summary: z.object({ to: z.int(), fp: z.int(), re: z.literal(0) }),
  footer: z.object({ systemnumber: z.string() }),
})
const printedSchema = receiptSchema.extend({ created: z.number(), hn: z.number() })
type Printed = z.infer<typeof printedSchema>

/**
 * A fiscal printer behind PosnetServer (its /paragon and /counters, version 5), at /posnet. Without paper it refuses
 * before it prints; without power it prints and never answers. The page /kasa shows the printed receipts.
 */
export function createTillPrinter({ dataDir, faults, requireToken }: StandInOptions): Hono<HttpEnv> {
  const receipts = openCollection(dataDir, printedSchema)
  const lastNumber = () => receipts.all().at(-1)?.hn ?? FIRST_NUMBER - 1
  const routes = new Hono<HttpEnv>()

  routes.get('/posnet/counters', (c) =>
    c.json({
      ok: true,
      message: '',
      code: 0,
      counters: { hn: String(lastNumber()), bn: String(receipts.all().length) },
    }),
  )

  routes.post('/posnet/paragon', async (c) => {
    const refuse = (code: number, message: string) => c.json({ ok: false, code, message })
    const asked = receiptSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!asked.success) return refuse(2, asked.error.issues.map(({ path }) => path.join('.')).join(', '))
    const { lines, payments, summary } = asked.data
    const total = lines.reduce((sum, { il, pr }) => sum + il * pr, 0)
    if ([summary.to, summary.fp, payments[0]?.wa].some((sum) => sum !== total)) return refuse(2021, 'Błędna suma')
    const previous = c.req.query('previousHn')
    if (previous !== undefined && Number(previous) !== lastNumber())
      return refuse(409, 'Inny numer poprzedniego wydruku')
    const fault = faults.take('till')
    if (fault?.mode === 'paper_out') return refuse(1002, 'Brak papieru')
    const hn = lastNumber() + 1
    await receipts.put(randomUUID(), { ...asked.data, created: Date.now(), hn })
    if (fault?.mode === 'power_cut') c.env.incoming.socket.destroy()
    return c.json({ ok: true, code: -1, message: '', hn: String(hn), bn: String(receipts.all().length) })
  })

  routes.get('/_control/till/receipts', (c) => c.json(receipts.all()))

  // Also '/kasa' itself.
  routes.use('/kasa/*', requireToken, setPagePolicy)
  routes.get('/kasa', (c) => c.html(rollPage(receipts.all().toReversed())))
  routes.post('/kasa/:fault', (c) => {
    const mode = c.req.param('fault') === 'brak-papieru' ? 'paper_out' : 'power_cut'
    const times = c.req.param('fault') === 'papier' ? 0 : 1
    faults.set({ service: 'till', mode, times })
    return c.redirect('/kasa', 303)
  })
  return routes
}

const zl = (grosze: number) => (grosze / 100).toFixed(2).replace('.', ',')
const BUTTONS = {
  'brak-papieru': 'Przy następnym: brak papieru',
  'brak-pradu': 'Przy następnym: brak prądu',
  papier: 'Bez usterek',
}

function rollPage(receipts: readonly Printed[]) {
  return page(
    'Drukarka fiskalna (piaskownica)',
    html`<h1>Drukarka fiskalna (piaskownica)</h1>
<p class="lead">Udaje PosnetServer pod adresem /posnet. Nic nie trafia do urzędu. To jest rolka, najnowsze na górze.</p>
<div class="bar"><a href="/kasa">Odśwież</a>
${Object.entries(BUTTONS).map(([path, label]) => html`<form method="post" action="/kasa/${path}"><button>${label}</button></form>`)}
</div>
${receipts.length === 0 ? html`<p>Jeszcze niczego nie wydrukowała.</p>` : receipts.map(receiptText)}`,
  )
}

const receiptText = ({ hn, created, lines, summary, payments, footer }: Printed) => html`<pre>PARAGON FISKALNY ${hn}
${formatMoment(created)}
${lines.map(({ na, il, pr, vtp }) => `${na}\n    ${il} x ${zl(pr)} = ${zl(il * pr)}  ${vtp}%\n`).join('')}SUMA PLN ${zl(summary.to)}
${payments.map(({ na, wa }) => `${na} ${zl(wa)}`).join('\n')}
Nr systemowy ${footer.systemnumber}</pre>`
