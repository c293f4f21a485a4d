import { queries } from '@eclusa/ui/api/query-client.ts'
import { applyAppearance } from '@eclusa/ui/theme/apply-theme.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.tsx'

applyAppearance()

createRoot(document.querySelector('#room')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
