import { newPage } from "@/app/_screen/new-page";
import { MostFrequentQuestionForm } from "../_screens/most-frequent-question.form";
import { mostFrequentQuestions } from "../most-frequent-question.resource";

export default newPage(mostFrequentQuestions, MostFrequentQuestionForm);
