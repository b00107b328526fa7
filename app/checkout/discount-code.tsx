import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { type ApiFailure, callApi } from '#app/api-client.ts'
import { readStored, writeStored } from '#app/browser-storage.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { toast } from '#app/ui/toast.ts'
import { type CheckedCode, splitDiscount } from '#domain/codes/code.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'

type Ordered = { id: string; name: string; quantity: number; priceGrosze: Grosze }

/** A code that applies to what is in the order now. */
export type AppliedCode = { code: string; discountGrosze: Grosze; freesDelivery: boolean }

export type DiscountCode = ReturnType<typeof useDiscountCode>

/**
 * The discount code of a checkout: the typed text, the shop's answer and the discount. This tab stores a valid code.
 * @param typedEmail the address in the form: a personal code is refused for another one than its owner's
 */
export function useDiscountCode(items: readonly Ordered[], typedEmail: string) {
  const [typed, setTyped] = useState(() => readStored('discount_code') ?? '')
  const [checked, setChecked] = useState<CheckedCode | null>(null)
  const [problem, setProblem] = useState<string>()
  /** The shop has not yet answered about the code that this tab has stored. */
  const [isAwaited, setAwaited] = useState(() => readStored('discount_code') !== null)
  const productIds = items.map(({ id }) => id)
  const email = z.email().safeParse(typedEmail.trim()).data

  /** @param beforeOrder the order button was pressed, perhaps out of sight of the field */
  const [busy, check] = useAct(async (code: string, { beforeOrder = false } = {}) => {
    const answer = await callApi('post', '/api/discount-code', { json: { code, product_ids: productIds, email } })
    setAwaited(false)
    setChecked(answer.ok ? answer.value : null)
    const refusal = answer.ok ? undefined : describeCodeFailure(answer.failure)
    setProblem(refusal)
    if (beforeOrder) {
      const title = 'Sprawdziliśmy kod rabatowy'
      toast({ title, description: refusal ?? AGAIN, ...(refusal && { tone: 'error' as const }), urgent: true })
    }
    // A code that could not be checked is checked again when the checkout opens.
    if (answer.ok) writeStored('discount_code', answer.value.code)
    else if (isJudged(answer.failure)) writeStored('discount_code', null)
  })
  const checkStored = useEffectEvent(() => {
    const stored = readStored('discount_code')
    if (stored !== null) void check(stored)
  })
  const known = productIds.join()
  useEffect(() => {
    if (known !== '') checkStored()
  }, [known])
  const checkPersonal = useEffectEvent(() => {
    if (checked?.personal) void check(checked.code)
  })
  useEffect(() => {
    if (email !== undefined) checkPersonal()
  }, [email])

  function type(text: string) {
    setTyped(text)
    setProblem(undefined)
  }

  /**
   * Checks a typed code that the shop has not judged yet, because an order would go without it.
   * @returns whether the order has to wait for another press, at the new sum
   */
  function checkFirst(): boolean {
    if (checked !== null || problem !== undefined || typed.trim() === '') return false
    void check(typed, { beforeOrder: true })
    return true
  }

  function forget(message?: string) {
    writeStored('discount_code', null)
    setChecked(null)
    setProblem(message)
    if (message === undefined) setTyped('')
  }

  const amounts = items.map(({ quantity, priceGrosze }) => quantity * priceGrosze)
  const missing = checked === null ? 0 : checked.least_grosze - amounts.reduce((sum, amount) => sum + amount, 0)
  const applied: AppliedCode | null =
    checked === null || missing > 0
      ? null
      : {
          code: checked.code,
          discountGrosze: splitDiscount(checked, amounts).reduce((sum, grosze) => sum + grosze, 0),
          freesDelivery: checked.kind === 'free_delivery',
        }
  const lowest = (checked?.lowest ?? []).flatMap(({ id, grosze }) =>
    items.filter((item) => item.id === id).map(({ name }) => ({ name, grosze })),
  )
  return { typed, type, isAwaited, checked, applied, missing, lowest, problem, busy, check, checkFirst, forget }
}

const AGAIN = 'Zobacz nową sumę i naciśnij przycisk zamówienia jeszcze raz.'

/** Whether the shop refuses the code itself: too many attempts and outages say nothing about it. */
const isJudged = (failure: ApiFailure): boolean => failure.reason === 'refused' && failure.status < 429

function describeCodeFailure(failure: ApiFailure): string {
  if (failure.reason === 'unreachable') return 'Brak połączenia ze sklepem. Spróbuj ponownie za chwilę.'
  return Object.values(failure.fields)[0] ?? failure.message
}

/** Field, refusal and accepted code take the same room, so that a press of 'Użyj' moves nothing. */
const ROOM = 'min-h-30'

/** 'Mam kod rabatowy': folded until it is needed. */
export function DiscountCodeField({ discount, className }: { discount: DiscountCode; className?: string }) {
  const { typed, checked, missing, lowest, problem, busy } = discount
  const [isOpen, setOpen] = useState(typed !== '')
  if (checked !== null) {
    return (
      <div className={classNames(ROOM, 'rounded-xl border border-night/20 bg-white py-2 pr-1 pl-4', className)}>
        <p role="status" className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
          <span className="font-semibold">Kod {checked.code}</span>
          <Button variant="quiet" size="tight" onClick={() => discount.forget()}>
            Usuń kod
          </Button>
        </p>
        {missing > 0 ? (
          <p className="pr-3 text-sm text-wine">
            {`Kod działa od ${formatGrosze(checked.least_grosze)} za produkty. Brakuje ${formatGrosze(missing)}.`}
          </p>
        ) : (
          <p className="pr-3 text-sm">
            {discount.applied?.freesDelivery
              ? 'Dostawa jest za darmo.'
              : `${formatGrosze(-(discount.applied?.discountGrosze ?? 0))} na produkty.`}
          </p>
        )}
        {checked.personal && <p className="pr-3 text-xs text-oud">Działa dla adresu e-mail, na który przyszedł.</p>}
        {missing <= 0 && lowest.length > 0 && (
          <p className="pr-3 text-xs text-oud">
            {`Najniższa cena z 30 dni przed obniżką kodem: ${lowest.map(({ name, grosze }) => `${name} ${formatGrosze(grosze)}`).join(', ')}.`}
          </p>
        )}
      </div>
    )
  }
  if (!isOpen) {
    return (
      <div className={className}>
        <Button variant="quiet" size="tight" className="underline" aria-expanded={false} onClick={() => setOpen(true)}>
          Mam kod rabatowy
        </Button>
      </div>
    )
  }
  return (
    <form
      noValidate
      className={classNames(ROOM, className)}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (typed.trim() !== '') void discount.check(typed)
      }}
    >
      <div className="flex items-start gap-2">
        <TextField
          label="Kod rabatowy"
          value={typed}
          error={problem}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="min-w-0 flex-1"
          onChange={({ target }) => discount.type(target.value)}
        />
        <Button type="submit" variant="secondary" busy={busy} className="mt-6">
          Użyj
        </Button>
      </div>
    </form>
  )
}
