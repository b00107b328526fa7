import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { isObject, readStoredObject, writeStored } from '#app/browser-storage.ts'
import { makeIdempotencyKey } from '#app/cart/cart-key.ts'
import { type CaseKind, DEMANDS } from '#domain/returns/return-case.ts'
import { statementReceiptSchema } from '#domain/returns/statement.ts'
import type { ChosenPieces } from './chosen-pieces.tsx'
import type { OrderOfLink } from './order-by-link.tsx'

const valuesSchema = z.object({
  name: z.string(),
  order_number: z.string(),
  email: z.string(),
  items_note: z.string(),
  reason: z.string(),
  demand: z.enum([...DEMANDS, '']),
  pictures: z.array(z.string()),
})
/** What is typed and chosen for a statement. Withdrawals have no demand and no pictures. */
export type StatementValues = z.output<typeof valuesSchema>

const NO_TEXTS = { name: '', order_number: '', email: '', items_note: '', reason: '' }
const EMPTY: StatementValues = { ...NO_TEXTS, demand: '', pictures: [] }

/** The answer and the declared pieces, because withdrawn pieces are no longer among those of the order. */
const keptReceiptSchema = z.object({
  ...statementReceiptSchema.shape,
  declared: z.array(z.object({ term: z.string(), lines: z.array(z.string()) })),
  email: z.string(),
})
type KeptReceipt = z.output<typeof keptReceiptSchema>

const draftSchema = z.object({
  /** The pieces that the statement is about. */
  of: z.string(),
  /** The idempotency key: the same for every press, so that a retry or a reload does not make a second statement. */
  key: z.string(),
  chosen: z.record(z.string(), z.number()),
  values: valuesSchema,
  receipt: keptReceiptSchema.nullable(),
})
type StatementDraft = z.output<typeof draftSchema>

/** Each step after the first adds a history entry, so that Back leads one step back. */
type StatementStep = 'check' | 'receipt'

function readStep(state: unknown): StatementStep | null {
  const step = isObject(state) ? state.statement : null
  return step === 'check' || step === 'receipt' ? step : null
}

/**
 * The statement that this tab has begun, or a new one. It outlasts a reload until the tab is closed.
 * @param preset the pieces that a new one begins with
 */
export function useBegunStatement(kind: CaseKind, order: OrderOfLink | null, preset: ChosenPieces) {
  const { state, key: entry } = useLocation()
  const [begun] = useState(() => {
    const of = `${kind} ${order?.order_number ?? ''}`
    const { data: kept } = draftSchema.safeParse(readStoredObject('statement_draft'))
    // A sent statement is shown only in the history entry in which it was sent.
    if (kept?.of === of && (kept.receipt === null || readStep(state) === 'receipt')) {
      return { ...kept, chosen: limitPieces(kept.chosen, order), lostAt: null }
    }
    const draft: StatementDraft = { of, key: makeIdempotencyKey(), chosen: preset, values: EMPTY, receipt: null }
    return { ...draft, lostAt: entry }
  })
  return begun
}

/** The chosen pieces that can still be returned: some may have been withdrawn meanwhile. */
function limitPieces(chosen: ChosenPieces, order: OrderOfLink | null): ChosenPieces {
  const items = order?.items ?? []
  return Object.fromEntries(
    items.map(({ product_id, quantity }) => [product_id, Math.min(quantity, chosen[product_id] ?? 0)]),
  )
}

type Kept = Pick<StatementDraft, 'chosen' | 'receipt'> & { values: Partial<StatementValues> }

function keepDraft({ lostAt: _, ...begun }: ReturnType<typeof useBegunStatement>, { values, ...kept }: Kept): void {
  const draft: StatementDraft = { ...begun, ...kept, values: { ...begun.values, ...values } }
  writeStored('statement_draft', JSON.stringify(draft))
}

/** Chosen pieces, step and answer of a begun statement. Stores them with `values`, what its form holds now. */
export function useStatement(begun: ReturnType<typeof useBegunStatement>, values: Partial<StatementValues>) {
  const location = useLocation()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(begun.chosen)
  const [piecesError, setPiecesError] = useState<string>()
  const [receipt, setReceipt] = useState(begun.receipt)
  // A history entry whose statement is gone starts a new one.
  const step = location.key === begun.lostAt ? null : readStep(location.state)

  const isTouched = useRef(false)
  useEffect(() => {
    // Opening a form must not end another one that was begun.
    if (isTouched.current) keepDraft(begun, { chosen, values, receipt })
    isTouched.current = true
  }, [begun, chosen, values, receipt])

  /** The receipt replaces the step before it, which cannot be repeated. */
  function go(next: StatementStep): void {
    const { pathname, search, hash, state } = location
    void navigate(
      { pathname, search, hash },
      {
        state: { ...(isObject(state) && state), statement: next },
        replace: next === 'receipt',
        preventScrollReset: true,
        defaultShouldRevalidate: false,
      },
    )
  }

  return {
    /** For the field that chooses the pieces. */
    pieces: {
      chosen,
      error: piecesError,
      onChange(next: ChosenPieces): void {
        setChosen(next)
        setPiecesError(undefined)
      },
    },
    /** Shows a sentence at the pieces until others are chosen. */
    refusePieces: setPiecesError,
    isChecking: step === 'check',
    receipt: step === 'receipt' ? receipt : null,
    check(): void {
      // The buyer may have changed nothing: then the preset is declared.
      keepDraft(begun, { chosen, values, receipt })
      go('check')
    },
    correct: () => void navigate(-1),
    finish(answer: KeptReceipt): void {
      setReceipt(answer)
      go('receipt')
    },
  }
}
