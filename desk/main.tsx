import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './contract/query-client.ts'
import { router } from './router.tsx'
import { setOut } from './set-out.ts'
import { dress } from './style/dress.ts'

setOut()
dress()

createRoot(document.querySelector('#desk')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
