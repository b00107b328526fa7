import { CircleUserRound } from 'lucide-react'

export function SignedInBlock({ email }: { email: string }) {
  return (
    <section aria-label="Konto" className="flex items-center gap-3 rounded-xl bg-sand px-4 py-3">
      <CircleUserRound aria-hidden="true" className="size-6 shrink-0 text-oud" />
      <p className="min-w-0 text-sm">
        <span className="block font-semibold">Zalogowany</span>
        <span className="block wrap-anywhere">{email}</span>
      </p>
    </section>
  )
}
