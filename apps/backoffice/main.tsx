import { queries } from '@eclusa/ui/api/query-client.ts'
import { dress } from '@eclusa/ui/theme/apply-theme.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setOut } from './prefetch.ts'
import { router } from './router.tsx'

setOut()
dress()

createRoot(document.querySelector('#desk')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
