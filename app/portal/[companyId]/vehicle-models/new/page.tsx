import { NewFleetModel } from "../../_screens/fleet-model.form";

export default NewFleetModel;
