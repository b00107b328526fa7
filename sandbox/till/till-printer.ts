import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import type { StandInOptions } from '#sandbox/access.ts'
import { openCollection } from '#sandbox/collection.ts'
import type { HttpEnv, TillFault } from '#sandbox/faults.ts'
import { formatMoment, page, setPagePolicy } from '#sandbox/page.ts'
import { type Refusal, receiptSchema, refuseReceipt } from './printer-rules.ts'

const FIRST_NUMBER = 101

const printedSchema = receiptSchema.extend({ created: z.number(), hn: z.number() })
type Printed = z.infer<typeof printedSchema>

/** Planned failures that refuse a receipt before it is printed. */
const REFUSALS: Partial<Record<TillFault, Refusal>> = {
  paper_out: { code: 1002, message: 'Brak papieru' },
  jam: { code: 1003, message: 'Zacięty papier, otwórz pokrywę' },
  name_refused: { code: 2104, message: 'Błąd nazwy' },
  rate_unknown: { code: 2102, message: 'Stawka nieaktywna' },
  price_limit: { code: 2006, message: 'Błąd pola cena' },
  name_conflict: { code: 2105, message: 'Błąd przypisania stawki' },
}

/**
 * A fiscal printer behind PosnetServer (its /paragon and /counters, version 5), at /posnet, as strict as an online till.
 * Without power it prints and never answers. The page /kasa shows the printed receipts.
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
    const previous = c.req.query('previousHn')
    if (previous !== undefined && Number(previous) !== lastNumber())
      return refuse(409, 'Inny numer poprzedniego wydruku')
    const fault = faults.take('till')
    const refusal = (fault && REFUSALS[fault.mode]) ?? refuseReceipt(asked.data, receipts.all())
    if (refusal) return refuse(refusal.code, refusal.message)
    const hn = lastNumber() + 1
    await receipts.put(randomUUID(), { ...asked.data, created: Date.now(), hn })
    if (fault?.mode === 'power_cut') c.env.incoming.socket.destroy()
    if (fault?.mode === 'hang')
      await new Promise<void>((ended) => c.req.raw.signal.addEventListener('abort', () => ended()))
    return c.json({ ok: true, code: -1, message: '', hn: String(hn), bn: String(receipts.all().length) })
  })

  routes.get('/_control/till/receipts', (c) => c.json(receipts.all()))

  // Also '/kasa' itself.
  routes.use('/kasa/*', requireToken, setPagePolicy)
  routes.get('/kasa', (c) => c.html(rollPage(receipts.all().toReversed())))
  routes.post('/kasa/:fault', (c) => {
    const mode = MODES[c.req.param('fault')]
    faults.set({ service: 'till', mode: mode ?? 'paper_out', times: mode ? 1 : 0 })
    return c.redirect('/kasa', 303)
  })
  return routes
}

const zl = (grosze: number) => (grosze / 100).toFixed(2).replace('.', ',')
const BUTTONS = {
  'brak-papieru': 'Przy następnym: brak papieru',
  zaciecie: 'Zacięty papier',
  nazwa: 'Odrzuć nazwę',
  stawka: 'Odrzuć stawkę',
  'brak-pradu': 'Brak prądu',
  cisza: 'Bez odpowiedzi',
  papier: 'Bez usterek',
}
const MODES: Record<string, TillFault> = {
  'brak-papieru': 'paper_out',
  zaciecie: 'jam',
  nazwa: 'name_refused',
  stawka: 'rate_unknown',
  'brak-pradu': 'power_cut',
  cisza: 'hang',
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
