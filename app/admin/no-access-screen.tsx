import { SignOutButton } from '#app/session/sign-out-button.tsx'
import { buttonClass } from '#app/ui/button.tsx'

/** A session that is not the owner's (spec 2 §2). */
export function NoAccessScreen() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col items-start justify-center gap-4 px-6">
      <h1 className="font-display text-3xl">Dostęp zabroniony</h1>
      <p>Tylko administratorzy mogą uzyskać dostęp do tego panelu.</p>
      <div className="flex flex-wrap gap-2">
        <a href="/" className={buttonClass('primary')}>
          Powrót do sklepu
        </a>
        <SignOutButton />
      </div>
    </main>
  )
}
