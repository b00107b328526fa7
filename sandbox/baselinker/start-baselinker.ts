import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { readJson, type StandInOptions } from '#sandbox/access.ts'
import { openCollection, warnOfFailure } from '#sandbox/collection.ts'
import { formatMoment, page, setPagePolicy } from '#sandbox/page.ts'
import {
  addOrder,
  isRefusal,
  type Product,
  type Refusal,
  readNewOrders,
  readProducts,
  saleSchema,
  shopSchema,
} from './baselinker-client.ts'

const POLL_MS = 60_000
const MOST_SHOWN = 100
const ONLY = 'connection'

const stateSchema = shopSchema.extend({
  created: z.number(),
  /** The number of the shop's next order. */
  nextOrder: z.int(),
  orders: z.array(z.object({ number: z.int(), name: z.string(), status: z.string() })),
  sold: z.array(z.object({ baselinkerId: z.int(), name: z.string(), said: z.string(), at: z.number() })),
})
type State = z.infer<typeof stateSchema>

/**
 * Plays BaseLinker with marketplaces behind it: once it knows a shop's address and key it fetches products and orders
 * each minute, and its page sells products at the shop's own stock. Tests act under /_control/baselinker.
 */
export function startBaselinker({ dataDir, requireToken }: Omit<StandInOptions, 'faults'>) {
  const states = openCollection(dataDir, stateSchema)
  let products: readonly Product[] = []
  let problem: Refusal | null = null
  let lastId = 0
  const read = () => states.get(ONLY)

  async function poll(): Promise<void> {
    const state = read()
    if (!state) return
    const found = await readProducts(state)
    const orders = isRefusal(found) ? found : await readNewOrders(state, state.nextOrder)
    problem = isRefusal(orders) ? orders : null
    if (isRefusal(found) || isRefusal(orders)) return
    products = found
    const fetched = orders.map(([number, order]) => ({
      number,
      name: order.delivery_fullname,
      status: order.status_id,
    }))
    await save({
      nextOrder: Math.max(state.nextOrder, ...fetched.map(({ number }) => number + 1)),
      orders: [...state.orders, ...fetched].slice(-MOST_SHOWN),
    })
  }

  async function save(change: Partial<State>): Promise<void> {
    const state = read()
    if (state) await states.put(ONLY, { ...state, ...change })
  }

  async function sell(sale: z.output<typeof saleSchema>) {
    const state = read()
    if (!state) return null
    lastId = Math.max(Date.now(), lastId + 1)
    const baselinkerId = lastId
    const answer = await addOrder(state, baselinkerId, sale)
    const said = isRefusal(answer) ? answer.error_text : `zamówienie ${answer.order_id} w sklepie`
    await save({
      sold: [...(read()?.sold ?? []), { baselinkerId, name: sale.name, said, at: baselinkerId }].slice(-MOST_SHOWN),
    })
    return answer
  }

  const connect = (shop: z.infer<typeof shopSchema>) =>
    states.put(ONLY, { ...shop, created: Date.now(), nextOrder: 1, orders: [], sold: [] })

  const timer = setInterval(() => warnOfFailure(poll()), POLL_MS)
  timer.unref()

  const control = new Hono()
  control.post('/connect', async (c) => {
    await connect(await readJson(c, shopSchema))
    return c.body(null, 204)
  })
  control.post('/poll', async (c) => {
    await poll()
    return c.json({ products, problem, orders: read()?.orders ?? [] })
  })
  control.post('/sell', async (c) => c.json(await sell(await readJson(c, saleSchema))))

  const pages = new Hono()
  pages.use(requireToken, setPagePolicy)
  pages.get('/', (c) => c.html(panel(read(), products, problem)))
  pages.post('/', async (c) => {
    const given = shopSchema.safeParse(await c.req.parseBody())
    if (given.success) await connect(given.data)
    await poll()
    return c.redirect('/baselinker', 303)
  })
  pages.post('/pobierz', async (c) => {
    await poll()
    return c.redirect('/baselinker', 303)
  })
  pages.post('/sprzedaj', async (c) => {
    const { id } = await c.req.parseBody()
    const product = products.find((each) => each.id === id)
    if (product) await sell({ ...product, quantity: 1 })
    await poll()
    return c.redirect('/baselinker', 303)
  })
  return { pages, control, close: () => clearInterval(timer) }
}

function panel(state: State | undefined, products: readonly Product[], problem: Refusal | null) {
  return page(
    'BaseLinker (piaskownica)',
    html`<h1>BaseLinker (piaskownica)</h1>
<p class="lead">Udaje BaseLinkera i Allegro za nim. Co minutę pobiera produkty i zamówienia sklepu.</p>
<form method="post" action="/baselinker" class="bar">
<input name="address" aria-label="Adres pliku" placeholder="http://localhost:3000/api/baselinker" value="${state?.address ?? ''}">
<input name="key" aria-label="Klucz" placeholder="klucz z panelu sklepu" value="">
<button>Połącz</button></form>
${problem === null ? '' : html`<p class="meta">${problem.error_text}</p>`}
${state === undefined ? html`<p>Utwórz klucz w panelu sklepu: Ustawienia, BaseLinker.</p>` : connected(state, products)}`,
  )
}

function connected({ orders, sold }: State, products: readonly Product[]) {
  return html`<div class="bar"><form method="post" action="/baselinker/pobierz"><button>Pobierz teraz</button></form></div>
<h2>Sprzedane na Allegro</h2>
${sold.toReversed().map(({ name, said, at }) => html`<p class="meta">${formatMoment(at)} · ${name} · ${said}</p>`)}
<h2>Zamówienia ze sklepu</h2>
${orders.toReversed().map(({ number, name, status }) => html`<p class="meta">${number} · ${name} · ${status}</p>`)}
<h2>Oferty</h2>
${products.slice(0, MOST_SHOWN).map(
  ({ id, name, price, quantity }) => html`<form method="post" action="/baselinker/sprzedaj" class="bar">
<input type="hidden" name="id" value="${id}"><button>${name} · ${price} zł · ${quantity} szt. · Sprzedaj</button></form>`,
)}`
}
