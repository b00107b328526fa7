// npm run till-agent: prints the shop's till receipts on a fiscal printer behind PosnetServer. It runs on the computer
// of the printer, calls the shop every few seconds, and accepts no calls. That computer needs only this file and Node 20
// or newer.
//
//   TILL_SHOP_URL     the shop, https://sklep.pl
//   TILL_TOKEN        the key from 'Kasa' in the panel
//   TILL_PRINTER_URL  PosnetServer; default http://127.0.0.1:3050
//   TILL_JOURNAL      where it stores the receipt that is being printed; default till-journal.json in the present folder
//   TILL_PAUSE_MS     pause between two calls of the shop, ms; default 5000
//
// A receipt is printed once, refused by the printer for what it says, or reported as unclear. The journal has the claim before the shop is called, and 'sent'
// before the printer is called, so that after a crash it says how far a receipt got.
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const { TILL_SHOP_URL, TILL_TOKEN, TILL_PRINTER_URL = 'http://127.0.0.1:3050', TILL_PAUSE_MS = '5000' } = process.env
const JOURNAL = process.env.TILL_JOURNAL ?? 'till-journal.json'
if (!TILL_SHOP_URL || !TILL_TOKEN) {
  console.error('TILL_SHOP_URL i TILL_TOKEN muszą być ustawione.')
  process.exit(1)
}

/** After two minutes without a report the shop counts a receipt as unclear. The printer has to answer before, ms. */
const PRINT_MS = 60_000
const CALL_MS = 15_000
/** An answer of the shop that is older than this, because the computer was suspended, is not printed, ms. */
const FRESH_MS = 30_000

const RATES = { 23: '23,00', 8: '8,00', 5: '5,00', 0: '0,00', zw: '100,00' }
const PAYMENTS = { prepaid: 'Płatność online', cash_on_delivery: 'Pobranie', elsewhere: 'Marketplace' }
/** 'Other' form of payment, with a name. */
const OTHER = 6

/**
 * What a printer says about itself, not about the receipt: the same one is tried again. By words, which PosnetServer
 * passes on, and by the printer's codes: frames, device, lock, clock, network, memory, power.
 */
const DEVICE_WORDS =
  /papier|pokryw|mechanizm|g[łl]owic|zasil|akumulat|bateri|pr[ąa]d|temperatur|po[łl][ąa]cze|komunikac|zaj[ęe]t|pami[ęe]|zegar|raport|serwis|zablokowan[ae] sprzeda|sprzeda[żz] zablokowan|poprzedni|paper|cover|busy|timeout/i
// biome-ignore format: pairs, first and last of each range
const DEVICE_CODES = [
  [4, 6], [11, 56], [320, 399], [401, 702], [704, 762], [820, 899], [905, 905], [1000, 1211], [2002, 2005],
  [2010, 2039], [2062, 2062], [2097, 2098], [2101, 2101], [2704, 2707], [2900, 2930],
]
const RECEIPT_WORDS = /nazw|stawk|ptu|\bcen|kwot|towar/i
/** The printer says that it has printed this one already: the owner looks at the roll. */
const PRINTED_WORDS = /ju[żz] (jest |by[łl] |zosta[łl] )?wydrukowan|duplikat|powt[óo]rzon/i

/** @typedef {{ claim: string, sent?: boolean, outcome?: string, number?: string, message?: string }} Job */

/** @returns {Job | null} */
function readJournal() {
  try {
    return JSON.parse(readFileSync(JOURNAL, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** @param {Job | null} job */
function writeJournal(job) {
  if (job === null) return rmSync(JOURNAL, { force: true })
  writeFileSync(`${JOURNAL}.new`, JSON.stringify(job), { mode: 0o600, flush: true })
  renameSync(`${JOURNAL}.new`, JOURNAL)
}

/** @param {string} path @param {object} body @returns {Promise<{ status: number, body: any }>} */
async function callShop(path, body) {
  const answer = await fetch(`${TILL_SHOP_URL}/api/till/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${TILL_TOKEN}` },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(CALL_MS),
  })
  const read = await answer.json()
  if (!answer.ok && answer.status !== 404 && answer.status !== 400)
    throw new Error(`${answer.status} ${read?.error?.message ?? ''}`)
  return { status: answer.status, body: read }
}

/** The number of the last printout. @returns {Promise<string>} */
async function readCounter() {
  const answer = await fetch(`${TILL_PRINTER_URL}/counters`, { signal: AbortSignal.timeout(CALL_MS) })
  const { ok, message, counters } = await answer.json()
  if (ok !== true || !counters?.hn) throw new Error(message || 'brak licznika')
  return String(counters.hn)
}

/** The sentence for the owner in the panel; null: no problem. @type {string | null} */
let problem = null

/** Prints only directly after the printout with this number. @param {any} receipt @param {string} previous */
async function print({ order_number, payment, gross_grosze, lines }, previous) {
  const paragon = {
    lines: lines.map(({ name, quantity, unit_grosze, rate }) => ({
      na: name,
      il: quantity,
      pr: unit_grosze,
      vtp: RATES[rate],
    })),
    payments: [{ ty: OTHER, wa: gross_grosze, na: PAYMENTS[payment], re: false }],
    summary: { to: gross_grosze, fp: gross_grosze, re: 0 },
    footer: { systemnumber: order_number },
  }
  try {
    const answer = await fetch(`${TILL_PRINTER_URL}/paragon?previousHn=${previous}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(paragon),
      signal: AbortSignal.timeout(PRINT_MS),
    })
    const { ok, hn, code, message } = await answer.json()
    if (ok === true) return { outcome: 'printed', number: String(hn ?? '') }
    // A refusal counts only when the printer's number is unchanged.
    if (ok === false && (await readCounter()) === previous) return weighRefusal(Number(code), toLine(message))
  } catch (error) {
    console.error('Drukarka nie odpowiedziała:', error)
  }
  return { outcome: 'unclear', problem: 'Drukarka przerwała w trakcie. Sprawdź na rolce niejasny paragon.' }
}

/** Words of the printer as the shop takes them: one line of readable characters. @param {unknown} message */
const toLine = (message) =>
  String(message ?? '')
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 150) || 'bez podania powodu'

/** Whether the printer refused this receipt, or all. @param {number} code @param {string} message */
function weighRefusal(code, message) {
  if (PRINTED_WORDS.test(message)) {
    return { outcome: 'unclear', message, problem: `Drukarka: ${message}. Sprawdź rolkę.` }
  }
  const isOfDevice = DEVICE_CODES.some(([from = 0, to = 0]) => code >= from && code <= to)
  return !RECEIPT_WORDS.test(message) && (isOfDevice || DEVICE_WORDS.test(message))
    ? { outcome: 'not_printed', message, problem: `Drukarka odmówiła: ${message}` }
    : { outcome: 'refused', message }
}

const OUTCOMES = {
  printed: 'Wydrukowany',
  not_printed: 'Niewydrukowany, spróbuję ponownie',
  refused: 'Odrzucony przez drukarkę',
  unclear: 'Niejasny: sprawdź rolkę',
}

/** @param {Job} job */
async function report({ claim, outcome = 'unclear', number = '', message }) {
  let { status, body } = await callShop('result', { claim, outcome, number, message })
  // An earlier shop knows no refusals and no words.
  if (status === 400 && message !== undefined) {
    const known = outcome === 'refused' ? 'not_printed' : outcome
    ;({ status, body } = await callShop('result', { claim, outcome: known, number }))
  }
  if (status === 400) throw new Error(`400 ${body?.error?.message ?? ''}`)
  console.info(status === 404 ? `Sklep nie zna ${claim}` : `${OUTCOMES[outcome]} ${number}`.trim())
  writeJournal(null)
}

/** Prints one receipt. @returns {Promise<boolean>} whether another one may wait */
async function turn() {
  const begun = readJournal()
  // Whether a receipt that was sent without an outcome is printed, only the roll of paper shows.
  if (begun?.sent) {
    await report(begun)
    return true
  }
  const previous = await readCounter().catch((error) => {
    console.error('Drukarka nie odpowiada:', error)
    return null
  })
  if (previous === null) {
    await callShop('next', { claim: null, problem: 'Drukarka nie odpowiada. Sprawdź, czy jest włączona.' })
    return false
  }
  const { claim } = begun ?? { claim: randomUUID() }
  writeJournal({ claim })
  const calledAt = Date.now()
  const asked = await callShop('next', { claim, problem })
  if (asked.status === 400) throw new Error(`400 ${asked.body?.error?.message ?? ''}`)
  const { receipt } = asked.body
  if (!receipt) {
    writeJournal(null)
    problem = null
    return false
  }
  const isFresh = Date.now() - calledAt < FRESH_MS
  if (isFresh) writeJournal({ claim, sent: true })
  const done = isFresh
    ? await print(receipt, previous)
    : { outcome: 'not_printed', message: 'Komputer przy drukarce był uśpiony' }
  const { problem: met = null, ...outcome } = done
  problem = met
  writeJournal({ claim, sent: true, ...outcome })
  await report({ claim, ...outcome })
  return outcome.outcome === 'printed' || outcome.outcome === 'refused'
}

let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (isStopped = true))
while (!isStopped) {
  const goesOn = await turn().catch((error) => {
    console.error('Sklep nie odpowiada:', error instanceof Error ? error.message : error)
    return false
  })
  if (!goesOn && !isStopped) await pause(Number(TILL_PAUSE_MS))
}
