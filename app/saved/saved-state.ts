import { useSyncExternalStore } from 'react'
import { onStored, readStored } from '#app/browser-storage.ts'

export const subscribeToSaved = (listener: () => void) => onStored('saved_products', listener)

/** Whether a product is saved. Searches the stored text: only parts that are loaded later parse the list. */
export const useIsSaved = (id: string): boolean => useStored((stored) => stored.includes(`"id":"${id}"`))

/** How many products are saved. */
export const useSavedCount = (): number => useStored((stored) => stored.split('"id":"').length - 1)

function useStored<Value>(read: (stored: string) => Value): Value {
  return useSyncExternalStore(
    subscribeToSaved,
    () => read(readStored('saved_products') ?? ''),
    () => read(''),
  )
}
