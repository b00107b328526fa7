import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { forgetDialogsOfEarlierLoad } from '#app/dialogs/dialogs.ts'

forgetDialogsOfEarlierLoad()

// From here on React queues presses; earlier presses are repeated after 'hydrated' (app/shell/starter.ts).
window.dispatchEvent(new Event('hydrating'))
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    // An error that leads to an error page is a failure like any other: the starter reports it to the shop.
    { onCaughtError: reportError },
  )
})
