import type { Client } from "./client.ts";

/**
 * Months after which facts want another look. Closed products and young ones moved their roots and limits within
 * months; a specification is dated by its commit and moves slowly.
 */
const months: Readonly<Record<Client["read"], number>> = { documented: 6, source: 9, ran: 9 };

/** The last day on which the facts of a client count as fresh, as YYYY-MM-DD. */
export function staleAfter({ date, read }: Pick<Client, "date" | "read">): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const later = month - 1 + months[read];
  // The 28th exists in every month.
  const parts = [year + Math.floor(later / 12), (later % 12) + 1, Math.min(day, 28)];
  return parts.map((part, i) => String(part).padStart(i === 0 ? 4 : 2, "0")).join("-");
}
