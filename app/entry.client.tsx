import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { forgetDialogsOfEarlierLoad } from '#app/dialogs/dialogs.ts'

forgetDialogsOfEarlierLoad()

// From here on React keeps presses; earlier ones are repeated after 'hydrated' (app/shell/starter.ts).
window.dispatchEvent(new Event('hydrating'))
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    // What an error page replaces is a failure like any other: the starter tells the shop of it.
    { onCaughtError: reportError },
  )
})
