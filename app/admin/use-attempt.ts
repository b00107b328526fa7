import { useRef } from 'react'
import type { ApiFailure } from '#app/api-client.ts'
import { makeIdempotencyKey } from '#app/cart/cart-key.ts'
import { fail, type Result } from '#domain/kernel/result.ts'

const ADDED_ALREADY =
  'Poprzednie naciśnięcie już to zapisało, w wersji sprzed zmian. Sprawdź na liście, zanim zapiszesz jeszcze raz.'

/**
 * Sends a call that adds something under a key that stays the same until the shop has added it, so that a second press
 * after a lost answer adds nothing twice.
 */
export function useAttempt() {
  const key = useRef('')
  return async <Value>(
    call: (headers: { 'Idempotency-Key': string }) => Promise<Result<Value, ApiFailure>>,
  ): Promise<Result<Value, ApiFailure>> => {
    key.current ||= makeIdempotencyKey()
    const answer = await call({ 'Idempotency-Key': key.current })
    if (answer.ok) key.current = ''
    else if (answer.failure.reason === 'refused' && answer.failure.code === 'idempotency_conflict') {
      key.current = ''
      return fail({ ...answer.failure, message: ADDED_ALREADY })
    }
    return answer
  }
}
