interface Place {
  product_id: string | null
  onboarding_id: string
  legal_representative_id: string | null
}

/** Whose file it is that was sent to this place: the representative's, or that of the account holder, by the onboarding. */
export const sentFor = ({ product_id, onboarding_id, legal_representative_id }: Place) => ({
  product_id,
  person_id: legal_representative_id ?? onboarding_id,
})
