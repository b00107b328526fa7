import { toast } from './toast.ts'

/** Copies an address and says so. Without https browsers have no clipboard. */
export async function copyAddress(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Adres skopiowany', description: url, tone: 'success' })
  } catch {
    toast({ title: 'Nie udało się skopiować', description: 'Zaznacz adres i skopiuj go ręcznie.', tone: 'error' })
  }
}
