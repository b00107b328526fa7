import { type DataTag, type QueryKey, queryOptions, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { ApiFailure, ErrorCode } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import type { FormProblem } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import { ok, type Result } from '#domain/kernel/result.ts'

type Answer<Value> = Promise<Result<Value, ApiFailure>>

/** A read of the API under its key. A failure is thrown in the words a person can be shown. */
export const apiQuery = <Value>(queryKey: QueryKey, call: (signal: AbortSignal) => Answer<Value>) =>
  queryOptions({ queryKey, queryFn: async ({ signal }) => orThrow(await call(signal)) })

type Keyed<Value> = { queryKey: DataTag<QueryKey, Value, Error> }

/** Reads a query again where it is shown. */
export const refresh = ({ queryKey }: { queryKey: QueryKey }) => queryClient.invalidateQueries({ queryKey })

/** What a query answers now; where it fails, what it answered before. */
export async function readAgain<Value>(query: Keyed<Value>): Promise<Value | undefined> {
  await refresh(query)
  return queryClient.getQueryData<Value>(query.queryKey)
}

type WriteOptions<Value, Input> = Pick<UseMutationOptions<Value, Error, Input>, 'onSuccess' | 'onSettled'> & {
  call(input: Input): Answer<Value>
  /** Title of the toast that says why the call failed. */
  failed: string
}

/** A write of the API for a button. */
export function useWrite<Value, Input = void>({ call, failed, ...callbacks }: WriteOptions<Value, Input>) {
  const mutationFn = async (input: Input) => orThrow(await call(input))
  return useMutation({ mutationFn, onError: tellError(failed), ...callbacks }, queryClient)
}

/** Says in a toast why a write was not carried out. */
export const tellError = (title: string) => (error: Error) =>
  toast({ title, description: error.message, tone: 'error' })

/** The same for a failure that was returned. */
export function tellFailure(title: string, failure: ApiFailure, unreachable?: string): void {
  toast({ title, description: wordPanelFailure(failure, unreachable), tone: 'error' })
}

const UNREACHABLE = 'Brak połączenia ze sklepem.'

/** The shop's own sentence where it refused. */
export function wordPanelFailure(failure: ApiFailure, unreachable = UNREACHABLE): string {
  return failure.reason === 'refused' ? failure.message : unreachable
}

/** Sentences at the wrong fields, and a toast under this title. */
export function toFormProblem(title: string, failure: ApiFailure, unreachable?: string): FormProblem {
  const fields = failure.reason === 'refused' ? failure.fields : {}
  return { fields, toast: { title, description: wordPanelFailure(failure, unreachable) } }
}

/** Whether the shop refused for this reason. */
export function isRefusal(failure: ApiFailure, code: ErrorCode): boolean {
  return failure.reason === 'refused' && failure.code === code
}

/** The answer; a refusal for this reason counts as null. */
export function acceptRefusal<Value>(
  answer: Result<Value, ApiFailure>,
  code: ErrorCode,
): Result<Value | null, ApiFailure> {
  return !answer.ok && isRefusal(answer.failure, code) ? ok(null) : answer
}
