import { Notice } from '@eclusa/ui/components/notice.tsx'
import type { ReactNode } from 'react'
import style from './guidance.module.css'

interface GuidanceProps {
  title: string
  children: ReactNode
  /** What staff can do meanwhile. */
  steps?: readonly string[]
}

/** For cases without a decision at the desk: who decides, and what can be done until then. */
export function Guidance({ title, children, steps = [] }: GuidanceProps) {
  return (
    <div className={style.guidance}>
      <Notice tone="accent" title={title}>
        {children}
      </Notice>
      {steps.length > 0 && (
        <ul className={style.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
