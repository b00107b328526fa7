import {
  type DataTag,
  keepPreviousData,
  type QueryKey,
  queryOptions,
  type UseMutationOptions,
  useMutation,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { type ApiFailure, callApi, type ErrorCode } from '#app/api-client.ts'
import { makeIdempotencyKey } from '#app/cart/cart-key.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import type { FormProblem } from '#app/ui/form/form.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { toast } from '#app/ui/toast.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'

type Answer<Value> = Promise<Result<Value, ApiFailure>>

/** A read of the API under its query key. A failure is thrown as an error with a sentence for people. */
export const apiQuery = <Value>(queryKey: QueryKey, call: (signal: AbortSignal) => Answer<Value>) =>
  queryOptions({ queryKey, queryFn: async ({ signal }) => orThrow(await call(signal)) })

/** The same for a page of a list, or a period: it shows the previous answer until the next one has loaded. */
export const pagedQuery = <Value>(queryKey: QueryKey, call: (signal: AbortSignal) => Answer<Value>) => ({
  ...apiQuery(queryKey, call),
  placeholderData: keepPreviousData,
})

type Keyed<Value> = { queryKey: DataTag<QueryKey, Value, Error> }

/** Reads a query again where it is shown. */
export const refresh = ({ queryKey }: { queryKey: QueryKey }) => queryClient.invalidateQueries({ queryKey })

/** The query's present answer; when the query fails, its previous one. */
export async function readAgain<Value>(query: Keyed<Value>): Promise<Value | undefined> {
  await refresh(query)
  return queryClient.getQueryData<Value>(query.queryKey)
}

type WriteOptions<Value, Input> = Pick<UseMutationOptions<Value, Error, Input>, 'onSuccess' | 'onSettled'> & {
  call(input: Input): Answer<Value>
  /** Title of the toast that says why the call failed. */
  failed: string
  /** The sentence of that toast; by default the shop's own, or that it cannot be reached. */
  word?: (failure: ApiFailure) => string
}

/** A write to the API by a button. */
export function useWrite<Value, Input = void>({ call, failed, word, ...callbacks }: WriteOptions<Value, Input>) {
  async function mutationFn(input: Input) {
    const answer = await call(input)
    if (!answer.ok && word) throw new Error(word(answer.failure))
    return orThrow(answer)
  }
  return useMutation({ mutationFn, onError: tellError(failed), ...callbacks }, queryClient)
}

/** Says in a toast why a write was not carried out. */
export const tellError = (title: string) => (error: Error) =>
  toast({ title, description: error.message, tone: 'error' })

/** The same for a failure that was returned. */
export function tellFailure(title: string, failure: ApiFailure, unreachable?: string): void {
  toast({ title, description: describePanelFailure(failure, unreachable), tone: 'error' })
}

const UNREACHABLE = 'Brak połączenia ze sklepem.'

/** The shop's own sentence where it refused. */
export function describePanelFailure(failure: ApiFailure, unreachable = UNREACHABLE): string {
  return failure.reason === 'refused' ? failure.message : unreachable
}

/** Sentences at the wrong fields, and a toast under this title. */
export function toFormProblem(title: string, failure: ApiFailure, unreachable?: string): FormProblem {
  const fields = failure.reason === 'refused' ? failure.fields : {}
  return { fields, toast: { title, description: describePanelFailure(failure, unreachable) } }
}

/**
 * Downloads a file that holds customers' data: a link could not ask for the password. `tell` says why the shop did not
 * give it.
 */
export const useProvenDownload = (address: string, tell: (failure: ApiFailure) => void) =>
  useAct(async () => {
    const proven = await callApi('get', '/api/admin/prove')
    if (proven.ok) window.location.assign(address)
    else if (!isRefusal(proven.failure, 'proof_required')) tell(proven.failure)
  })

/** How long the undo of a toast is offered, ms. */
export const UNDO_MS = 6000

export function isRefusal(failure: ApiFailure, code: ErrorCode): boolean {
  return failure.reason === 'refused' && failure.code === code
}

/** The answer; null when the shop refused for this reason. */
export function acceptRefusal<Value>(
  answer: Result<Value, ApiFailure>,
  code: ErrorCode,
): Result<Value | null, ApiFailure> {
  return !answer.ok && isRefusal(answer.failure, code) ? ok(null) : answer
}

const ADDED_ALREADY =
  'Poprzednie naciśnięcie już to zapisało, w wersji sprzed zmian. Sprawdź na liście, zanim zapiszesz jeszcze raz.'

/**
 * Sends a call that adds something, with an idempotency key that stays the same until it is added, so that a retry
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
