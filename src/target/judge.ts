/** What a judge is told before its rubric; the host compares the number with the threshold. */
export const judgePrompt =
  "You judge a text by the rubric below. Answer with one number from 0 to 1 and nothing else: " +
  "0 where the text meets nothing of the rubric, 1 where it meets all of it.\n\nRubric:\n";
