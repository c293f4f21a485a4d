import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './style/tokens.css'
import './style/base.css'
import { queries } from './contract/queries.ts'
import { router } from './router.tsx'
import { language } from './words/language.ts'
import { wearTheme } from './words/theme.ts'

// What the primitives add to the page by themselves is allowed by the nonce of this answer.
Object.assign(globalThis, {
  __webpack_nonce__: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce,
})
wearTheme()
document.documentElement.lang = language.now()

createRoot(document.querySelector('#desk')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
