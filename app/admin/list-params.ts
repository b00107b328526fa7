import { useEffect, useRef } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'

/**
 * The filters of a list, kept in the address. A change builds upon the one before it, also while that is still being
 * rendered: a choice made while the search waits for its pause is not lost.
 */
export function useListParams() {
  const [params, setParams] = useSearchParams()
  const asked = useRef(params)
  useEffect(() => {
    asked.current = params
  }, [params])

  function changeParams(change: (params: URLSearchParams) => URLSearchParams, options?: NavigateOptions) {
    asked.current = change(new URLSearchParams(asked.current))
    setParams(asked.current, { preventScrollReset: true, ...options })
  }
  return [params, changeParams] as const
}
